import path from 'node:path';
import { hostModule } from './support/host';

type Durations = Record<string, { seconds: number; settings?: string }>;

const { divideIntoParts } = hostModule<{
  divideIntoParts: (files: string[], durations: Durations) => string[][];
}>(path.resolve(__dirname, '../scripts/lib/test-lanes.mjs'));

const { selectSuitesForFiles } = hostModule<{
  selectSuitesForFiles: (suites: string[], changed: string[]) => string[];
}>(path.resolve(__dirname, '../scripts/lib/changed-suites.mjs'));

const root = path.resolve(__dirname, '..');
const suites = (...names: string[]): string[] => names.map((name) => path.join(root, name));

it('divideIntoParts – ten minutes in total – puts half of the remaining time into each part, ordered by settings', () => {
  const durations = {
    a: { seconds: 200, settings: 'MAIL' },
    b: { seconds: 200 },
    c: { seconds: 50, settings: 'MAIL' },
    d: { seconds: 150 },
    e: { seconds: 10, settings: 'SEARCH' },
  };
  expect(divideIntoParts(suites('a', 'b', 'c', 'd', 'e'), durations)).toEqual([
    suites('b', 'd'),
    suites('a'),
    suites('c', 'e'),
  ]);
});

it('divideIntoParts – one unmeasured suite – returns one part', () => {
  expect(divideIntoParts(suites('a'), {})).toEqual([suites('a')]);
});

it('divideIntoParts – no suite – returns no part', () => {
  expect(divideIntoParts([], {})).toEqual([]);
});

it.each([
  ['the example site', 'examples/nextjs/app/page.tsx', ['tests/examples/nextjs.browser.test.ts']],
  ['the client', 'clients/typescript/src/index.ts', ['tests/examples/nextjs.browser.test.ts']],
  [
    'a feature that a pure suite finds in the list of features',
    'src/plugins/partner-video/settings.ts',
    ['tests/partner-video/grants.test.ts', 'tests/settings.test.ts'],
  ],
  [
    'a module that a suite imports',
    'tests/usage/support.ts',
    ['tests/links/read-links.test.ts', 'tests/usage/kinds.test.ts'],
  ],
])(
  'selectSuitesForFiles – a change of %s – returns its suites and no others',
  (_, changed, expected) => {
    const all = suites(
      'tests/examples/nextjs.browser.test.ts',
      'tests/links/read-links.test.ts',
      'tests/partner-video/grants.test.ts',
      'tests/settings.test.ts',
      // It imports the settings of the whole service, and with them the list of features.
      'tests/uploads/media-origin.test.ts',
      'tests/usage/kinds.test.ts',
    );
    expect(selectSuitesForFiles(all, [changed])).toEqual(suites(...expected));
  },
);
