import { createPoolSupply } from './pool-supply';

const setUp = () => {
  const state = { now: 0, size: 0, tries: 0, isUnavailable: false };
  let end: (isOpened: boolean) => void = () => undefined;
  const supply = createPoolSupply({
    size: () => state.size,
    ask: async () => {
      state.tries += 1;
      const isOpened = await new Promise<boolean>((resolve) => {
        end = resolve;
      });
      if (!isOpened) {
        supply.failed();
        throw new Error('too many connections');
      }
      state.size += 1;
      supply.opened();
    },
    isUnavailable: () => state.isUnavailable,
    now: () => state.now,
  });
  return { supply, state, end: (isOpened: boolean) => end(isOpened) };
};

describe('the supply of a pool', () => {
  it('should be there while the pool wants nothing, and while it has a connection', async () => {
    const { supply, state } = setUp();
    expect(await supply.isThere()).toBe(true);
    state.size = 1;
    supply.failed();
    expect(await supply.isThere()).toBe(true);
    expect(state.tries).toBe(0);
  });

  it('should be gone once a pool without connections could not open one', async () => {
    const { supply, end } = setUp();
    supply.failed();
    const asked = supply.isThere();
    end(false);
    expect(await asked).toBe(false);
  });

  it('should serve callers again when a try succeeds', async () => {
    const { supply, end } = setUp();
    supply.failed();
    const asked = supply.isThere();
    end(true);
    expect(await asked).toBe(true);
  });

  it('should be tried once at a time and once a second, and keep nobody waiting for it', async () => {
    const { supply, state, end } = setUp();
    supply.failed();
    const both = [supply.isThere(), supply.isThere()];
    // No attempt is finished yet.
    expect(await Promise.all(both)).toEqual([false, false]);
    state.now = 5_000;
    expect(await supply.isThere()).toBe(false);
    expect(state.tries).toBe(1);

    const last = supply.isThere();
    end(false);
    expect(await last).toBe(false);
    const next = supply.isThere();
    expect(state.tries).toBe(2);
    end(false);
    expect(await next).toBe(false);
    state.now = 5_999;
    expect(await supply.isThere()).toBe(false);
    expect(state.tries).toBe(2);
  });

  it('should not be tried while the database is known to be away, and at once when it is back', async () => {
    const { supply, state, end } = setUp();
    supply.failed();
    state.isUnavailable = true;
    expect(await supply.isThere()).toBe(false);
    expect(state.tries).toBe(0);
    state.isUnavailable = false;
    const asked = supply.isThere();
    end(true);
    expect(await asked).toBe(true);
  });
});
