// Requests to the server, and the shapes of its answers.

import { post } from './server.js';

/** @typedef {{ winner: 'red' | 'black' | 'draw', kind: string, text: string, why?: string, loop?: string[], ply: number }} Ending loop has the moves that are repeated */
/** @typedef {{ move: string, names: Record<string, string>, check?: boolean, capture?: boolean }} MoveText names are by notation, without that by squares */

/**
 * What there is to know of a position.
 * @typedef {object} Position
 * @property {string} fen
 * @property {import('./squares.js').Side} side
 * @property {string} check
 * @property {string[]} legal
 * @property {Record<string, MoveText>} texts of the moves in marks, and of the one that was asked for
 * @property {Record<string, Ending>} marks
 * @property {Ending | null} end
 * @property {{ count: number, needed: number, end: Ending } | null} repeat
 * @property {string} [opening] the name of the opening that was played
 * @property {string} [ecco] its class or group in the ECCO, as far as it is certain
 * @property {number} quiet
 * @property {number} limit
 * @property {MoveText[]} line the moves that were asked for
 */

/** @typedef {{ cp: number, mate?: number, rule?: number, red: number, black: number, over?: boolean }} Score */
/** @typedef {{ text: MoveText, score: Score, depth: number, nodes: number, accept: boolean, resigns?: boolean, after?: Position }} Answer */
/** @typedef {{ depth: number, score: Score, moves: MoveText[] }} AnalysedLine */
/** @typedef {{ depth: number, nodes: number, nps: number, time: number, threads: number, hash: number, lines: AnalysedLine[] }} Analysis */

/**
 * What a move of a game was worth. Points are what the mover can expect, 0 to 1.
 * @typedef {object} Judged
 * @property {number} ply from 1
 * @property {Score} score of the position after the move
 * @property {number} best with the best move
 * @property {number} played
 * @property {number} accuracy 0 to 100
 * @property {string} sign ?!, ?, ??, ! or ''
 * @property {Record<string, string>} [why] by language
 * @property {MoveText[]} [better] the line that was better
 * @property {MoveText[]} [line] the move and what follows it
 */

/** @typedef {{ moves: number, accuracy: number, loss: number, dubious: number, mistakes: number, blunders: number }} SideSummary */
/** @typedef {{ start: Score, sides: { red: SideSummary, black: SideSummary }, turn: number }} Reviewed */
/** @typedef {{ grade: 'right' | 'near' | 'wrong', best: number, points: number, score: Score, line: MoveText[] }} Attempt */

/**
 * What the server has to offer.
 * @typedef {object} Offers
 * @property {number} threads that a search may use
 * @property {number} hash that a search may use, in MiB
 * @property {string[]} rules the names of the sets of rules
 * @property {string[]} notations the names of the notations of moves
 * @property {string[]} formats the names of the formats that games can be saved in
 * @property {string[]} collections the names of the formats that hold several games
 * @property {number} levels how many there are
 * @property {boolean} [engines] whether the program can run engines of others, for the person at its machine
 * @property {boolean} [classroom] whether there are a teacher's board and rooms
 * @property {string} [address] where other machines reach the board
 * @property {boolean} [desktop] whether an icon has started the program: pages keep it running, and can end it
 */

/** An error that the server has explained. */
export class ServerError extends Error {
  /** @param {{ error: string, code: string, square?: string, piece?: string, ply?: number }} answer */
  constructor(answer) {
    super(answer.error);
    this.code = answer.code;
    this.square = answer.square ?? '';
    this.piece = answer.piece ?? '';
    this.ply = answer.ply ?? 0; // of a move that cannot be played
    this.ofLink = false; // whether it is about the position of a link
  }
}

/**
 * @param {string} path @param {object} body @param {AbortSignal} [signal]
 */
async function send(path, body, signal) {
  const response = await post(path, JSON.stringify(body), signal);
  if (!response.ok) {
    let answer = { error: `${response.status} ${response.statusText}`, code: 'internal' };
    try {
      answer = await response.json();
    } catch {
      // not an answer of ours
    }
    throw new ServerError(answer);
  }
  return response;
}

/**
 * Asks for one answer.
 * @param {string} path @param {object} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const ask = async (path, body, signal) => (await send(path, body, signal)).json();

/**
 * Asks for a stream of answers, which ends early when signal is aborted.
 * @param {string} path @param {object} body @param {AbortSignal} signal @param {(line: any) => void} take
 */
export async function stream(path, body, signal, take) {
  const response = await send(path, body, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line);
      if (answer.error !== undefined) throw new ServerError(answer);
      take(answer);
    }
  }
}

/** Whether the program has refused a request, which to ask again would not change. @param {unknown} e @returns {e is ServerError} */
export const refused = (e) => e instanceof ServerError && !['busy', 'crowded'].includes(e.code);

/** Whether an error only says that a request was given up. @param {unknown} e */
export const aborted = (e) => e instanceof DOMException && e.name === 'AbortError';
