/** A cell, such as `a1`; a move may also be `swap-pieces` or `swap-sides`. */
export type Cell = string;
export type Colour = 'black' | 'white';

/** Black connects top and bottom, White left and right. */
export interface PositionObject {
  /** Of a square board, 2 to 19. */
  size?: number;
  width?: number;
  height?: number;
  black?: Cell[];
  white?: Cell[];
  toMove?: Colour;
  moves?: string[];
}

/** An object, or a text in any format that mustplay reads: a link of HexWorld, SGF, moves. */
export type Position = PositionObject | string;

export interface RootMove {
  move: Cell;
  /** The win rate of the side to move. */
  share: number;
  proved: 'win' | 'loss' | null;
  plies: number | null;
  visits: number;
  prior: number | null;
}

export interface Analysis {
  /** Black's win rate. */
  black: number | null;
  /** The winner, if it is proved. */
  proved: Colour | null;
  nodes: number;
  depth: number;
  pv: Cell[];
  moves: RootMove[];
}

export interface Move {
  move: string;
  colour: Colour;
  /** The win rate of the side that moves. */
  share: number | null;
  proved: 'win' | 'loss' | null;
  pv: Cell[];
  seconds: number;
}

export interface Proof {
  /** Null if the time was not enough. */
  winner: Colour | null;
  /** The proof as a file, which can be checked without this engine. */
  certificate?: string;
  nodes?: number;
  claims?: number;
  [more: string]: unknown;
}

export interface Explanation {
  words: string;
  to_move: Colour;
  [more: string]: unknown;
}

export interface Asked {
  /** Ends the request, whose promise is rejected. */
  signal?: AbortSignal;
}

export class Engine {
  constructor();
  ready(): Promise<this>;
  position(position: Position): this;
  analyze(options?: Asked & { seconds?: number; every?: number; only?: Cell[]; onProgress?: (analysis: Analysis) => void }): Promise<Analysis>;
  move(options?: Asked & { level?: number; seconds?: number; seed?: number; swap?: boolean }): Promise<Move>;
  prove(options?: Asked & { seconds?: number; onProgress?: (progress: unknown) => void }): Promise<Proof>;
  explain(options?: Asked & { move?: Cell; seconds?: number }): Promise<Explanation>;
  hint(options?: Asked & { seconds?: number; swap?: boolean }): Promise<Explanation & { move: string; advice: string }>;
  /** Ends the running search, which answers with what is known so far. */
  stop(): void;
  /** Ends all workers; a later request starts them again. */
  close(): void;
  /** Any request of the HTTP interface of `mustplay serve`. */
  request(path: string, body?: object, options?: Asked & { onEvent?: (name: string, data: unknown) => void }): Promise<any>;
}

/** The plug of PlayHex for engines in the browser. Red is Black there, and blue is White. */
export class PlayHexEngine {
  constructor(engine?: Engine);
  analyzePosition(position: { size: number; color: 'red' | 'blue' | Colour; black: Cell[]; white: Cell[] }, options?: Asked): Promise<{ whiteWin: number; policy: number[][]; recommendedMove: Cell | null }>;
  calculateMove(game: { size: number; moves?: string[]; swapRule?: boolean; level?: number; seconds?: number; seed?: number }, options?: Asked): Promise<string>;
}
