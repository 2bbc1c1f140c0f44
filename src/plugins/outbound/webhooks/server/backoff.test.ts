import { computeRetryDelay } from './backoff';

describe('computeRetryDelay', () => {
  const pauses = (chance: number): number[] =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => computeRetryDelay(tries, 5, chance));

  it('grows up to half a day', () => {
    expect(pauses(0.5)).toEqual([5, 20, 80, 320, 1280, 5120, 20480, 43200, 43200]);
  });

  it('adds up to between one and two days with ten tries', () => {
    const days = pauses(0.5).reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(2);
  });

  it('varies with the random value', () => {
    expect(pauses(0)[5]).toBe(4608);
    expect(pauses(1)[5]).toBe(5632);
  });
});
