import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hostModule } from '../support/host';

const root = path.resolve(__dirname, '../..');
const bench = path.join(root, 'bench');

/** A module of the benchmarks, loaded by Node because Jest cannot load ES modules. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- As `hostModule` has it.
const load = <T>(module: string): T => hostModule<T>(path.join(bench, module));

type Entry = { documentId: string; locales: Record<string, Record<string, unknown>> };

describe('the catalogue of the benchmarks', () => {
  const { productAt, surroundings } = load<{
    productAt: (at: number, count: number, around: unknown) => Entry;
    surroundings: () => unknown;
  }>('data/catalogue.mjs');

  const products = (count: number): Entry[] =>
    Array.from({ length: count }, (_, at) => productAt(at, count, surroundings()));

  it('should be the same whenever it is made', () => {
    expect(products(20)).toEqual(products(20));
  });

  it('should have products of their own, complete in both languages', () => {
    const made = products(50);
    expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(50);
    for (const { documentId, locales } of made) {
      expect(documentId).toMatch(/^[a-z0-9]{24}$/);
      expect(Object.keys(locales)).toEqual(['es', 'en']);
      expect(locales.es?.SKU).toBe(locales.en?.SKU);
      expect(locales.es?.title).not.toBe(locales.en?.title);
      expect(locales.es?.channels).toHaveLength(2);
    }
  });
});

describe('what readers ask for in the benchmarks', () => {
  type Mix = { paths: string[]; weights?: number[]; isOnce?: boolean };
  const { drawFrom, zipf } = load<{
    drawFrom: (mix: Mix) => () => number | null;
    zipf: (count: number, exponent: number) => number[];
  }>('load/mix.mjs');

  const draws = (mix: Mix, count: number): (number | null)[] =>
    Array.from({ length: count }, drawFrom(mix));

  it('should be as often what its weight says, and the same in every run', () => {
    const mix = { paths: ['a', 'b', 'c'], weights: [6, 3, 1] };
    const drawn = draws(mix, 20_000);
    expect(drawn.slice(0, 100)).toEqual(draws(mix, 100));
    const shares = [0, 1, 2].map((at) => drawn.filter((one) => one === at).length / 20_000);
    expect(shares.map((share) => Math.round(share * 50) / 50)).toEqual([0.6, 0.3, 0.1]);
  });

  it('should be each once where that is wanted', () => {
    expect(draws({ paths: ['a', 'b'], isOnce: true }, 4)).toEqual([0, 1, null, null]);
  });

  it('should follow the law of Zipf', () => {
    const [first = 0, second, third] = zipf(3, 11);
    expect([first / 2, first / 3].map((one) => one.toFixed(6))).toEqual(
      [second, third].map((one) => one?.toFixed(6)),
    );
  });
});

describe('the figures of the benchmarks', () => {
  it('should say how long they take, and have names of their own', () => {
    type Figure = { name: string; isQuick: boolean };
    const { figures, secondsFor } = load<{
      figures: Figure[];
      secondsFor: (figures: Figure[], rounds: number) => number;
    }>('figures/index.mjs');
    const names = figures.map(({ name }) => name);
    const all = secondsFor(figures, 3);
    const some = secondsFor(
      figures.filter(({ isQuick }) => isQuick),
      1,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(all).toBeGreaterThan(some);
    // `--quick` promises about three minutes.
    expect(some).toBeLessThan(240);
  });
});

describe('the statistics of the benchmarks', () => {
  const { median, quantile, summarize } = load<{
    median: (values: number[]) => number;
    quantile: (values: number[], share: number) => number;
    summarize: (values: number[]) => unknown;
  }>('lib/statistics.mjs');

  it('should say what is in the middle, and how far the rounds went apart', () => {
    expect(summarize([3, 1, 10])).toEqual({ median: 3, least: 1, most: 10 });
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('should say what a share of the values does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  });

  it('should tell what was reached from what was not, and what was skipped', () => {
    const { tableOf } = load<{ tableOf: (rows: unknown[]) => string }>('lib/report.mjs');
    const figure = (better: string, wanted: number | null) => ({
      name: 'n',
      title: 't',
      unit: 'x',
      wanted,
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

describe('the Strapi without this project that the benchmarks compare with', () => {
  const customFields = (file: string): string[] => {
    const { attributes = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      attributes?: Record<string, { customField?: string }>;
    };
    return Object.values(attributes).flatMap(({ customField }) => customField ?? []);
  };

  it('should know what every field of this project stores', () => {
    const used = ['src/api', 'src/components', 'src/extensions'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) => customFields(path.join(root, folder, file))),
    );
    const { storedAs } = load<{ storedAs: Map<string, unknown> }>('targets/stored-as.mjs');
    expect([...storedAs.keys()].sort()).toEqual([...new Set(used)].sort());
  });
});
