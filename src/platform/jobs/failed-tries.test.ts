import { createFailedTries } from './failed-tries';

const setUp = () => {
  const time = { now: 0 };
  const said: string[] = [];
  const tell = createFailedTries({
    say: (level, words) => said.push(`${level}: ${words}`),
    now: () => time.now,
  });
  const fail = (retryCount: number, { isLast = false, error = new Error('451 busy') } = {}): void =>
    tell(error, { retryCount, isLast });
  return { fail, time, said };
};

const away = (): Error =>
  Object.assign(new Error('too many connections'), { code: '53300', severity: 'FATAL' });

describe('the log of failed tries', () => {
  it('should say of each job that it failed at first, and that it was given up', () => {
    const { fail, said } = setUp();
    fail(0);
    fail(0);
    for (let count = 1; count < 5; count += 1) fail(count);
    fail(5, { isLast: true });
    expect(said).toEqual([
      'error: 451 busy',
      'error: 451 busy',
      'error: given up at try 6: 451 busy',
    ]);
  });

  it('should say once a minute how many tries have failed since', () => {
    const { fail, time, said } = setUp();
    fail(0);
    for (let count = 1; count <= 10; count += 1) fail(count);
    time.now = 60_000;
    fail(11);
    fail(12);
    time.now = 120_000;
    fail(13);
    expect(said).toEqual([
      'error: 451 busy',
      'warn: 11 more tries have failed, the last one with: 451 busy',
      'warn: 2 more tries have failed, the last one with: 451 busy',
    ]);
  });

  it('should say of a job that its only try failed, and with that it was given up', () => {
    const { fail, said } = setUp();
    fail(0, { isLast: true });
    expect(said).toEqual(['error: given up at try 1: 451 busy']);
  });

  it('should leave an unavailable database to its monitor, except for jobs that are given up', () => {
    const { fail, said } = setUp();
    fail(0, { error: away() });
    fail(1, { error: away(), isLast: true });
    expect(said).toEqual([
      'debug: too many connections',
      'error: given up at try 2: too many connections',
    ]);
  });
});
