import { setTimeout as sleep } from 'node:timers/promises';
import { slugAt } from '../data/catalogue.mjs';
import { quantile } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { signIn } from '../targets/panel.mjs';

/** Maximum number of rows in a file. */
const ROWS = 10_000;

const PRODUCTS = 'api::product.product';
const AT = '/import-export';
const MEGABYTE = 1024 * 1024;
const ENDS_WITHIN_MS = 3_600_000;

/** Number of entries after which an import is cancelled. */
const CANCELLED_AFTER = 300;

/**
 * @typedef {import('../targets/panel.mjs').Panel} Panel
 * @typedef {'csv-semicolon' | 'xlsx'} Format
 * @typedef {{ id: string, state: string, done: number, total: number, counts: Record<string, number> }} Run
 */

/** @param {{ body: Buffer }} answer @returns {Run} */
const runIn = ({ body }) => {
  /** @type {{ data: Run }} */
  const { data } = JSON.parse(body.toString());
  return data;
};

/** Returns the sheet with another title in each row. @param {Format} format @param {Buffer} file */
const changed = async (format, file) => {
  const mark = `Imported ${Date.now()}`;
  if (format === 'xlsx') {
    const { readSheet } = await import('read-excel-file/node');
    const { default: write } = await import('write-excel-file/node');
    const [first = [], ...rows] = await readSheet(file);
    const title = first.indexOf('Title');
    const all = [first, ...rows.map((row) => row.with(title, `${mark} ${String(row[title])}`))];
    const cells = all.map((row) =>
      row.map((value) => (value === null ? null : { value: String(value), type: String })),
    );
    return write(cells).toBuffer();
  }
  const { parse } = await import('csv-parse/sync');
  const [first = [], ...rows] = parse(file, { bom: true, delimiter: ';' });
  const title = first.indexOf('Title');
  const quoted = (/** @type {string} */ cell) => `"${cell.replaceAll('"', '""')}"`;
  const all = [
    first,
    ...rows.map((/** @type {string[]} */ row) => row.with(title, `${mark} ${row[title]}`)),
  ];
  return Buffer.from(all.map((row) => row.map(quoted).join(';')).join('\r\n'));
};

/**
 * Waits until a run reaches a state, polling like the panel's page.
 *
 * @param {Panel} panel
 * @param {string} id
 * @param {(run: Run) => boolean} isOver
 */
const until = async (panel, id, isOver) => {
  const since = performance.now();
  const samples = [];
  let [before, movedAt, standstill] = [-1, since, 0];
  for (;;) {
    const answer = await panel.ask(`${AT}/runs/${id}`);
    samples.push(answer.ms);
    const run = runIn(answer);
    const now = performance.now();
    if (run.done !== before) [before, movedAt] = [run.done, now];
    standstill = Math.max(standstill, now - movedAt);
    if (isOver(run)) return { run, ms: now - since, slowestPoll: Math.max(...samples), standstill };
    if (run.state === 'failed' || now - since > ENDS_WITHIN_MS) {
      throw new Error(`The run is ${run.state} at ${run.done} of ${run.total}`);
    }
    await sleep(500);
  }
};

/** Measures the response times of a concurrent visitor. @param {string} address */
const visitor = (address) => {
  const took = /** @type {number[]} */ ([]);
  const controller = new AbortController();
  const asking = (async () => {
    while (!controller.signal.aborted) {
      took.push((await mustGet(address)).ms);
      await sleep(25);
    }
  })();
  return async () => {
    controller.abort();
    await asking;
    return { p99: quantile(took, 0.99), most: Math.max(...took) };
  };
};

/** @param {string} url @param {Panel} panel @param {Format} format @param {Buffer} file */
const send = async (url, panel, format, file) => {
  const form = new FormData();
  form.set('uid', PRODUCTS);
  form.set('mode', 'draft');
  form.set('file', new Blob([new Uint8Array(file)]), format === 'xlsx' ? 'all.xlsx' : 'all.csv');
  const since = performance.now();
  const answer = await fetch(`${url}${AT}/imports`, {
    method: 'POST',
    headers: panel.headers,
    body: form,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`The file was refused: ${body.toString().slice(0, 500)}`);
  return { run: runIn({ body }), ms: performance.now() - since };
};

/** @param {Format} format */
const figure = (format) => ({
  name: `import-${format === 'xlsx' ? 'xlsx' : 'csv'}`,
  title: `${ROWS} products imported (${format === 'xlsx' ? 'workbook' : 'CSV'}): each row, checked and written`,
  wanted: null,
  unit: /** @type {const} */ ('ms'),
  better: /** @type {const} */ ('less'),
  takes: { once: 900, round: 0 },
  isAsked: true,

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, databases }) {
    const target = await targets.fresh('ours', ROWS, {
      DATABASE_URL: await databases.scratch(ROWS),
    });
    const panel = await signIn(target);
    const post = (/** @type {string} */ path, /** @type {object} */ body = {}) =>
      panel.ask(path, { method: 'POST', body });
    /** @type {Record<string, number[]>} */
    const details = {};
    const note = (/** @type {string} */ name, /** @type {number} */ value) => {
      details[name] = [value];
    };
    const isDone = (/** @type {Run} */ { state }) => state === 'done';
    note('memory before, MB', target.peakMemory() / MEGABYTE);

    const begun = performance.now();
    const options = { uid: PRODUCTS, layout: 'rows', format, locales: ['es'] };
    const { id: exported } = runIn(await post(`${AT}/exports`, options));
    await until(panel, exported, isDone);
    note('exported, s', (performance.now() - begun) / 1000);
    const download = await panel.ask(`${AT}/runs/${exported}/file`);
    note('its download, s', download.ms / 1000);
    note('its size, MB', download.body.length / MEGABYTE);
    note('memory after the export, MB', target.peakMemory() / MEGABYTE);

    const file = await changed(format, download.body);
    const beside = visitor(`${target.url}/api/products/productBySlug/${slugAt(0)}/es`);
    const sent = await send(target.url, panel, format, file);
    note('taken, s', sent.ms / 1000);
    const { id } = sent.run;
    const checked = await until(panel, id, ({ state }) => state === 'checked');
    note('checked, s', checked.ms / 1000);
    await post(`${AT}/runs/${id}/start`);
    const written = await until(panel, id, isDone);
    note('written, s', written.ms / 1000);
    note('rows written', written.run.counts.changed ?? 0);
    note('longest without progress, s', Math.max(checked.standstill, written.standstill) / 1000);
    note(
      'slowest answer about its progress, ms',
      Math.max(checked.slowestPoll, written.slowestPoll),
    );
    const { p99, most } = await beside();
    note('a product beside it, p99 in ms', p99);
    note('the slowest, ms', most);
    const result = await panel.ask(`${AT}/runs/${id}/result.csv`);
    note('download of the result, s', result.ms / 1000);
    note('its lines', result.body.toString().trimEnd().split('\n').length - 1);
    note('memory at most, MB', target.peakMemory() / MEGABYTE);

    const again = await send(
      target.url,
      panel,
      format,
      await changed(format, download.body.subarray()),
    );
    await until(panel, again.run.id, ({ done }) => done >= CANCELLED_AFTER);
    const cancelling = await panel.ask(`${AT}/runs/${again.run.id}/cancel`, { method: 'POST' });
    note('cancelled, ms', cancelling.ms);
    if (runIn(cancelling).state !== 'cancelled') throw new Error('It was not cancelled');
    return { values: [(checked.ms + written.ms) / ROWS], details };
  },
});

export default [figure('csv-semicolon'), figure('xlsx')];
