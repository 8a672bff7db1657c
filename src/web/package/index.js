// mustplay in a browser.

import { Core, PlayHexCore } from './core.js';
import { inBrowser } from './device.js';

export class Engine extends Core {
  constructor() { super(inBrowser); }
}

export class PlayHexEngine extends PlayHexCore {
  constructor(engine = new Engine()) { super(engine); }
}
