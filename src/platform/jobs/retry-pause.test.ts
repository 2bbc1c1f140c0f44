import { retryPause } from './retry-pause';

const options = { retryDelay: 30, retryDelayMax: 300 };

describe('retryPause', () => {
  it('should double with each retry, up to the maximum', () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => retryPause(options, count, 0))).toEqual([
      30, 60, 120, 240, 300, 300,
    ]);
    expect(retryPause(options, 5_000, 1)).toBe(300);
  });

  it('should grow with the random value', () => {
    expect(retryPause(options, 1, 0.5)).toBe(90);
    expect(retryPause(options, 1, 1)).toBe(120);
  });
});
