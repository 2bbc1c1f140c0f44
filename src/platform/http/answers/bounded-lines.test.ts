import { createLineLimiter } from './bounded-lines';

const PER_SECOND = 3;

let lines: string[];
let write: (line: string) => void;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  write = createLineLimiter({ write: (line) => lines.push(line), perSecond: PER_SECOND });
});

afterEach(() => jest.useRealTimers());

it('createLineLimiter – more lines than allowed – writes the limit and then the number of the others', () => {
  for (let at = 0; at < 1_000; at += 1) write(`line ${at}`);
  expect(lines).toEqual(['line 0', 'line 1', 'line 2']);
  jest.advanceTimersByTime(1_000);
  expect(lines.at(-1)).toBe('997 more like these');
});

it('createLineLimiter – lines within the limit of each second – writes all of them', () => {
  for (let second = 0; second < 3; second += 1) {
    for (let at = 0; at < PER_SECOND; at += 1) write(`line ${second}.${at}`);
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toHaveLength(3 * PER_SECOND);
});
