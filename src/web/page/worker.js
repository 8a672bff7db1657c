// A worker of the page: the engine.

import { answering } from './engine.js';

// A flag is a blob, and raised when it has been revoked: a worker that computes sees no message, but
// it sees that.
function isRaised(flag) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', flag, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}

const hear = answering(postMessage, isRaised);
onmessage = ({ data }) => hear(data);
