import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hostModule } from '../support/host';

const root = path.resolve(__dirname, '../..');
const bench = path.join(root, 'bench');

/** Loads a module of the benchmarks with Node.js, because Jest cannot load ES modules. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- As `hostModule` has it.
const load = <T>(module: string): T => hostModule<T>(path.join(bench, module));

type Entry = { documentId: string; locales: Record<string, Record<string, unknown>> };

describe('catalogue of the benchmarks', () => {
  const { productAt, surroundings } = load<{
    productAt: (at: number, count: number, around: unknown) => Entry;
    surroundings: () => unknown;
  }>('data/catalogue.mjs');

  const products = (count: number): Entry[] =>
    Array.from({ length: count }, (_, index) => productAt(index, count, surroundings()));

  it('is equal every time', () => {
    expect(products(20)).toEqual(products(20));
  });

  it('has unique products, complete in both locales', () => {
    const created = products(50);
    expect(new Set(created.map(({ documentId }) => documentId)).size).toBe(50);
    for (const { documentId, locales } of created) {
      expect(documentId).toMatch(/^[a-z0-9]{24}$/);
      expect(Object.keys(locales)).toEqual(['es', 'en']);
      expect(locales.es?.SKU).toBe(locales.en?.SKU);
      expect(locales.es?.title).not.toBe(locales.en?.title);
      expect(locales.es?.channels).toHaveLength(2);
    }
  });
});

describe('requests of the benchmarks', () => {
  type Mix = { paths: string[]; weights?: number[]; isOnce?: boolean };
  const { drawFrom, zipf } = load<{
    drawFrom: (mix: Mix) => () => number | null;
    zipf: (count: number, exponent: number) => number[];
  }>('load/mix.mjs');

  const draws = (mix: Mix, count: number): (number | null)[] =>
    Array.from({ length: count }, drawFrom(mix));

  it('are drawn by weight, and equal in every run', () => {
    const mix = { paths: ['a', 'b', 'c'], weights: [6, 3, 1] };
    const indexes = draws(mix, 20_000);
    expect(indexes.slice(0, 100)).toEqual(draws(mix, 100));
    const shares = [0, 1, 2].map((at) => indexes.filter((index) => index === at).length / 20_000);
    expect(shares.map((share) => Math.round(share * 50) / 50)).toEqual([0.6, 0.3, 0.1]);
  });

  it('isOnce – draws each path once', () => {
    expect(draws({ paths: ['a', 'b'], isOnce: true }, 4)).toEqual([0, 1, null, null]);
  });

  it('zipf – follows Zipf’s law', () => {
    const [first = 0, second, third] = zipf(3, 11);
    expect([first / 2, first / 3].map((item) => item.toFixed(6))).toEqual(
      [second, third].map((item) => item?.toFixed(6)),
    );
  });
});

describe('figures of the benchmarks', () => {
  it('have unique names and a total duration', () => {
    type Figure = { name: string; isQuick: boolean };
    const { figures, secondsFor } = load<{
      figures: Figure[];
      secondsFor: (figures: Figure[], rounds: number) => number;
    }>('figures/index.mjs');
    const names = figures.map(({ name }) => name);
    const all = secondsFor(figures, 3);
    const quick = secondsFor(
      figures.filter(({ isQuick }) => isQuick),
      1,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(all).toBeGreaterThan(quick);
    // `--quick` promises about three minutes.
    expect(quick).toBeLessThan(240);
  });
});

describe('statistics of the benchmarks', () => {
  const { median, quantile, summarize } = load<{
    median: (values: number[]) => number;
    quantile: (values: number[], share: number) => number;
    summarize: (values: number[]) => unknown;
  }>('lib/statistics.mjs');

  it('summarize – returns median, minimum and maximum', () => {
    expect(summarize([3, 1, 10])).toEqual({ median: 3, least: 1, most: 10 });
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('quantile – returns the value that a share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  });

  it('tableOf – marks results as reached, not reached or skipped', () => {
    const { tableOf } = load<{ tableOf: (rows: unknown[]) => string }>('lib/report.mjs');
    const figure = (better: string, target: number | null) => ({
      name: 'n',
      title: 't',
      unit: 'x',
      wanted: target,
      better,
    });
    const table = tableOf([
      { figure: figure('more', 2), result: { values: [3] } },
      { figure: figure('less', 2), result: { values: [3] } },
      { figure: figure('less', 2), result: { skipped: 'absent' } },
      { figure: figure('less', null), result: { values: [3] } },
    ]);
    expect(table.split('\n').map((line) => line.split('|').at(-2)?.trim())).toEqual([
      '',
      expect.stringMatching(/^-+$/),
      'reached',
      'not reached',
      'skipped: absent',
      '',
    ]);
  });
});

describe('plain Strapi that the benchmarks compare with', () => {
  const customFields = (file: string): string[] => {
    const { attributes = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      attributes?: Record<string, { customField?: string }>;
    };
    return Object.values(attributes).flatMap(({ customField }) => customField ?? []);
  };

  it('storedAs – contains every custom field of this project', () => {
    const usedFields = ['src/api', 'src/components', 'src/extensions'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) => customFields(path.join(root, folder, file))),
    );
    const { storedAs } = load<{ storedAs: Map<string, unknown> }>('targets/stored-as.mjs');
    expect([...storedAs.keys()].sort()).toEqual([...new Set(usedFields)].sort());
  });
});
