/**
 * Interval for updating the progress line, and for adding a line where lines cannot be overwritten,
 * in milliseconds.
 */
const OVER_MS = 500;
const ANEW_MS = 15_000;

/** Width of the progress bar in characters. */
const WIDTH = 16;

/**
 * Progress output of a step.
 *
 * @typedef {object} Progress
 * @property {(done: number, total: number) => void} at reports the progress, if it is known
 * @property {(line: string) => void} say prints a permanent line
 * @property {() => void} end
 */

/** @typedef {{ title: string, since: number, part: string }} Step */

/** Steps that are running concurrently. @type {Set<Step>} */
const steps = new Set();

/** @type {NodeJS.Timeout | undefined} */
let showing;
let isShown = false;

/** @param {number} done @param {number} total */
const formatProgressBar = (done, total) => {
  const share = Math.min(done / Math.max(total, 1), 1);
  const filledWidth = Math.round(share * WIDTH);
  return `${'█'.repeat(filledWidth)}${'░'.repeat(WIDTH - filledWidth)} ${Math.floor(share * 100)} %, ${done} of ${total}, `;
};

/** @param {Step} step */
const describeStep = ({ title, since, part }) =>
  `${steps.size > 1 ? `${title.split(',')[0]}: ` : ''}${part}${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Shows that a step is running, and its progress. A terminal shows one updated line for all running
 * steps; other outputs get a line now and then.
 *
 * @param {Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean, columns?: number }} output
 * @param {string} title
 * @returns {Progress}
 */
export const showProgress = (output, title) => {
  const isTerminal = output.isTTY === true;
  const step = { title, since: Date.now(), part: '' };

  const wipe = () => {
    if (isShown) output.write('\r\u001b[K');
    isShown = false;
  };

  const show = () => {
    const all = [...steps].map(describeStep);
    if (isTerminal) {
      // A wrapped line cannot be overwritten.
      const line = `    ${all.join('  ·  ')}`.slice(0, (output.columns ?? 80) - 1);
      output.write(`\r\u001b[K${line}`);
      isShown = true;
    } else for (const suite of all) output.write(`    still at it, ${suite}\n`);
  };

  steps.add(step);
  showing ??= setInterval(show, isTerminal ? OVER_MS : ANEW_MS);
  return {
    at(done, total) {
      step.part = formatProgressBar(done, total);
    },
    say(line) {
      wipe();
      output.write(`    ${line}\n`);
    },
    end() {
      steps.delete(step);
      if (steps.size === 0) {
        clearInterval(showing);
        showing = undefined;
      }
      wipe();
    },
  };
};
