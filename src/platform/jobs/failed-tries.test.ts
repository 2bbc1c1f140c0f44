import { createFailedTries, retryPause } from './failed-tries';

const setUp = () => {
  const time = { now: 0 };
  const lines: string[] = [];
  const logFailure = createFailedTries({
    say: (level, words) => lines.push(`${level}: ${words}`),
    now: () => time.now,
  });
  const fail = (retryCount: number, { isLast = false, error = new Error('451 busy') } = {}): void =>
    logFailure(error, { retryCount, isLast });
  return { fail, time, lines };
};

const unavailableError = (): Error =>
  Object.assign(new Error('too many connections'), { code: '53300', severity: 'FATAL' });

describe('createFailedTries', () => {
  it('job with retries – logs its first failure and that it was given up', () => {
    const { fail, lines } = setUp();
    fail(0);
    fail(0);
    for (let count = 1; count < 5; count += 1) fail(count);
    fail(5, { isLast: true });
    expect(lines).toEqual([
      'error: 451 busy',
      'error: 451 busy',
      'error: given up at try 6: 451 busy',
    ]);
  });

  it('many failed retries – logs their number once a minute', () => {
    const { fail, time, lines } = setUp();
    fail(0);
    for (let count = 1; count <= 10; count += 1) fail(count);
    time.now = 60_000;
    fail(11);
    fail(12);
    time.now = 120_000;
    fail(13);
    expect(lines).toEqual([
      'error: 451 busy',
      'warn: 11 more tries have failed, the last one with: 451 busy',
      'warn: 2 more tries have failed, the last one with: 451 busy',
    ]);
  });

  it('job without retries – logs only that it was given up', () => {
    const { fail, lines } = setUp();
    fail(0, { isLast: true });
    expect(lines).toEqual(['error: given up at try 1: 451 busy']);
  });

  it('database unavailable – logs at debug level, except for jobs that are given up', () => {
    const { fail, lines } = setUp();
    fail(0, { error: unavailableError() });
    fail(1, { error: unavailableError(), isLast: true });
    expect(lines).toEqual([
      'debug: too many connections',
      'error: given up at try 2: too many connections',
    ]);
  });
});

const options = { retryDelay: 30, retryDelayMax: 300 };

describe('retryPause', () => {
  it('doubles with each retry, up to the maximum', () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => retryPause(options, count, 0))).toEqual([
      30, 60, 120, 240, 300, 300,
    ]);
    expect(retryPause(options, 5_000, 1)).toBe(300);
  });

  it('grows with the random value', () => {
    expect(retryPause(options, 1, 0.5)).toBe(90);
    expect(retryPause(options, 1, 1)).toBe(120);
  });
});
