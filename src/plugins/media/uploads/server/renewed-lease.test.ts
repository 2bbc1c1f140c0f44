import { renewLease, LeaseLost } from './renewed-lease';

const TIMES = { lastsMs: 100, everyMs: 25 };

describe('renewLease', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('renewed lease – is held until the work ends', async () => {
    const renew = jest.fn(() => Promise.resolve(true));
    const { signal, end } = renewLease(renew, TIMES);
    await jest.advanceTimersByTimeAsync(10 * TIMES.lastsMs);
    expect([signal.aborted, renew.mock.calls.length]).toEqual([false, 40]);
    await end();
    await jest.advanceTimersByTimeAsync(TIMES.lastsMs);
    expect(renew).toHaveBeenCalledTimes(40);
  });

  it('lease taken by another writer – is lost at once', async () => {
    const { signal } = renewLease(() => Promise.resolve(false), TIMES);
    await jest.advanceTimersByTimeAsync(TIMES.everyMs);
    expect(signal.reason).toBeInstanceOf(LeaseLost);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['does not answer', () => new Promise<boolean>(() => undefined)],
  ])('database that %s – is lost only when the lease expires', async (_, renew) => {
    const { signal } = renewLease(renew, TIMES);
    await jest.advanceTimersByTimeAsync(TIMES.lastsMs - 1);
    expect(signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(signal.reason).toBeInstanceOf(LeaseLost);
  });
});
