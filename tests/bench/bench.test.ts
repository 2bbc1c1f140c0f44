import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(__dirname, '../..');
const bench = path.join(root, 'bench');

/** The value of an expression over what a module of the benchmarks exports. */
const evaluate = (module: string, expression: string): unknown => {
  const url = pathToFileURL(path.join(bench, module)).href;
  const program = `import * as it from '${url}'; console.log(JSON.stringify(${expression}));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(printed.toString());
};

type Entry = { documentId: string; locales: Record<string, Record<string, unknown>> };

describe('the catalogue of the benchmarks', () => {
  const products = (count: number): Entry[] =>
    evaluate(
      'data/catalogue.mjs',
      `Array.from({ length: ${count} }, (_, at) => it.productAt(at, ${count}, it.surroundings()))`,
    ) as Entry[];

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
  const draws = (mix: string, count: number): (number | null)[] =>
    evaluate(
      'load/mix.mjs',
      `(() => { const draw = it.drawFrom(${mix}); return Array.from({ length: ${count} }, draw); })()`,
    ) as (number | null)[];

  it('should be as often what its weight says, and the same in every run', () => {
    const mix = `{ paths: ['a', 'b', 'c'], weights: [6, 3, 1] }`;
    const drawn = draws(mix, 20_000);
    expect(drawn.slice(0, 100)).toEqual(draws(mix, 100));
    const shares = [0, 1, 2].map((at) => drawn.filter((one) => one === at).length / 20_000);
    expect(shares.map((share) => Math.round(share * 50) / 50)).toEqual([0.6, 0.3, 0.1]);
  });

  it('should be each once where that is wanted', () => {
    expect(draws(`{ paths: ['a', 'b'], isOnce: true }`, 4)).toEqual([0, 1, null, null]);
  });

  it('should follow the law of Zipf', () => {
    const [first = 0, second, third] = evaluate('load/mix.mjs', 'it.zipf(3, 11)') as number[];
    expect([first / 2, first / 3].map((one) => one.toFixed(6))).toEqual(
      [second, third].map((one) => one?.toFixed(6)),
    );
  });
});

describe('the figures of the benchmarks', () => {
  it('should say how long they take, and have names of their own', () => {
    const [names, all, some] = evaluate(
      'figures/index.mjs',
      `[it.figures.map(({ name }) => name), it.secondsFor(it.figures, 3),
        it.secondsFor(it.figures.filter(({ isQuick }) => isQuick), 1)]`,
    ) as [string[], number, number];
    expect(new Set(names).size).toBe(names.length);
    expect(all).toBeGreaterThan(some);
    // What `--quick` promises is three minutes or so.
    expect(some).toBeLessThan(240);
  });
});

describe('the statistics of the benchmarks', () => {
  const statistics = (expression: string): unknown => evaluate('lib/statistics.mjs', expression);

  it('should say what is in the middle, and how far the rounds went apart', () => {
    expect(statistics('it.summarize([3, 1, 10])')).toEqual({ median: 3, least: 1, most: 10 });
    expect(statistics('it.median([4, 1, 3, 2])')).toBe(2.5);
  });

  it('should say what a share of the values does not exceed', () => {
    const hundred = 'Array.from({ length: 100 }, (_, at) => 100 - at)';
    expect(statistics(`[0.5, 0.99, 1].map((share) => it.quantile(${hundred}, share))`)).toEqual([
      50, 99, 100,
    ]);
  });

  it('should tell what was reached from what was not, and what was skipped', () => {
    const figure = (better: string, wanted: number | null) =>
      `{ name: 'n', title: 't', wanted: ${wanted}, unit: 'x', better: '${better}' }`;
    const table = evaluate(
      'lib/report.mjs',
      `it.tableOf([
        { figure: ${figure('more', 2)}, result: { values: [3] } },
        { figure: ${figure('less', 2)}, result: { values: [3] } },
        { figure: ${figure('less', 2)}, result: { skipped: 'absent' } },
        { figure: ${figure('less', null)}, result: { values: [3] } },
      ])`,
    ) as string;
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
    const known = evaluate('targets/stored-as.mjs', '[...it.storedAs.keys()]') as string[];
    expect([...known].sort()).toEqual([...new Set(used)].sort());
  });
});
