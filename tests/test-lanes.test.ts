import path from 'node:path';
import { hostModule } from './support/host';

type Durations = Record<string, { seconds: number; settings?: string }>;

const { divideIntoParts } = hostModule<{
  divideIntoParts: (files: string[], durations: Durations) => string[][];
}>(path.resolve(__dirname, '../scripts/lib/test-lanes.mjs'));

const root = path.resolve(__dirname, '..');
const suites = (...names: string[]): string[] => names.map((name) => path.join(root, name));

it('divideIntoParts – ten minutes in all – puts half of the remaining time into each part, in the order of settings', () => {
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
