import path from 'node:path';
import { hostModule } from './support/host';

type Lanes = Record<'pure' | 'app' | 'desk' | 'nodes', string[]>;
type Durations = Record<string, { seconds: number; settings?: string }>;

const { balanceLanes } = hostModule<{
  balanceLanes: (lanes: Lanes, durations: Durations) => Lanes;
}>(path.resolve(__dirname, '../scripts/lib/test-lanes.mjs'));

const root = path.resolve(__dirname, '..');
const suites = (...names: string[]): string[] => names.map((name) => path.join(root, name));

it('balanceLanes – an app lane longer than desk – moves suites with default settings first', () => {
  const lanes = { pure: [], nodes: suites('n'), app: suites('a', 'b', 'c'), desk: suites('d') };
  const durations = {
    a: { seconds: 30, settings: 'MAIL' },
    b: { seconds: 20 },
    c: { seconds: 20 },
    d: { seconds: 10 },
    n: { seconds: 500 },
  };
  expect(balanceLanes(lanes, durations)).toEqual({
    pure: [],
    nodes: suites('n'),
    app: suites('c', 'a'),
    desk: suites('d', 'b'),
  });
});

it('balanceLanes – one unmeasured suite, no browser – leaves it in its lane', () => {
  const lanes = { pure: [], nodes: [], app: suites('a'), desk: [] };
  expect(balanceLanes(lanes, {})).toEqual(lanes);
});
