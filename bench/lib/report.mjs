import { summarize } from './statistics.mjs';

/**
 * @typedef {object} Line
 * @property {import('../figures/index.mjs').Figure} figure
 * @property {import('./measure.mjs').Measurement | { skipped: string }} result
 */

/** @param {number} value */
const short = (value) => {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

/**
 * Returns whether a figure reaches its target; null for figures without a target, which only
 * explain others.
 *
 * @param {import('../figures/index.mjs').Figure} figure
 * @param {number} median
 */
export const isReached = ({ better, wanted }, median) => {
  if (wanted === null) return null;
  return better === 'more' ? median >= wanted : median <= wanted;
};

/** @param {boolean | null} reached */
const verdict = (reached) => {
  if (reached === null) return '';
  return reached ? 'reached' : 'not reached';
};

/** @param {Line} line @returns {readonly string[]} */
const cells = ({ figure, result }) => {
  const { title, wanted, unit, better } = figure;
  const mark = unit === 'ms' ? ' ms' : '';
  const bound = wanted === null ? '–' : `${better === 'more' ? '≥' : '≤'} ${wanted}${mark}`;
  if ('skipped' in result) return [title, bound, '–', '–', `skipped: ${result.skipped}`];
  const { median, least, most } = summarize(result.values);
  return [
    title,
    bound,
    `${short(median)}${mark}`,
    `${short(least)} – ${short(most)}`,
    verdict(isReached(figure, median)),
  ];
};

/**
 * Returns the table as Markdown, which is readable as plain text.
 *
 * @param {readonly Line[]} lines
 */
export const tableOf = (lines) => {
  const rows = [['figure', 'wanted', 'median', 'spread', ''], ...lines.map(cells)];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const written = rows.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [written[0], rule, ...written.slice(1)].join('\n');
};

/** Returns the results as data for programs. @param {readonly Line[]} lines */
export const dataOf = (lines) =>
  lines.map(({ figure, result }) => {
    const { name, title, wanted, unit, better } = figure;
    const described = { name, title, wanted, unit, better };
    if ('skipped' in result) return { ...described, ...result };
    const summary = summarize(result.values);
    return { ...described, ...summary, reached: isReached(figure, summary.median), ...result };
  });
