// The way to the server. A page that is to work without one has another file of this name,
// see web/static.

import { t } from './texts.js';

/** What to say when there is no answer. */
export const noAnswer = () => t('noServer');

/**
 * Sends a request.
 * @param {string} path below api/ @param {string} body JSON @param {AbortSignal} [signal] gives it up
 * @returns {Promise<Response>}
 */
export const post = (path, body, signal) =>
  fetch(`api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal });
