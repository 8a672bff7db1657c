// The modes that are loaded after the first board.

import { analysis } from './analysis.js';
import { review } from './review.js';
import { proof } from './proof.js';
import { puzzles } from './puzzles.js';
import { explore } from './explore.js';
import { lesson } from './lesson.js';
import { setup } from './setup.js';

export const modes = { analysis, review, proof, puzzles, explore, setup, lesson };
