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

describe('createPoolSupply', () => {
  it('no failure, or an open connection – is there without a try', async () => {
    const { supply, state } = setUp();
    expect(await supply.isThere()).toBe(true);
    state.size = 1;
    supply.failed();
    expect(await supply.isThere()).toBe(true);
    expect(state.tries).toBe(0);
  });

  it('pool without connections, failed try – is not there', async () => {
    const { supply, end } = setUp();
    supply.failed();
    const isThere = supply.isThere();
    end(false);
    expect(await isThere).toBe(false);
  });

  it('pool without connections, successful try – is there', async () => {
    const { supply, end } = setUp();
    supply.failed();
    const isThere = supply.isThere();
    end(true);
    expect(await isThere).toBe(true);
  });

  it('concurrent callers – one try at a time and at most one a second, without waiting', async () => {
    const { supply, state, end } = setUp();
    supply.failed();
    const concurrentCalls = [supply.isThere(), supply.isThere()];
    // No attempt is finished yet.
    expect(await Promise.all(concurrentCalls)).toEqual([false, false]);
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

  it('database unavailable – makes no try until it is available', async () => {
    const { supply, state, end } = setUp();
    supply.failed();
    state.isUnavailable = true;
    expect(await supply.isThere()).toBe(false);
    expect(state.tries).toBe(0);
    state.isUnavailable = false;
    const isThere = supply.isThere();
    end(true);
    expect(await isThere).toBe(true);
  });
});
