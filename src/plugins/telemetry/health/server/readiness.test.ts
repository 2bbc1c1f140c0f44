import { createReadiness, type Check } from './readiness';

const setUp = (checks: Record<string, Check>) => {
  const time = { now: 0 };
  const told: string[] = [];
  const collect = (message: string): void => void told.push(message);
  const log = { warn: collect, info: collect };
  const readiness = createReadiness({ checks, log, now: () => time.now });
  return { readiness, time, told };
};

describe('Readiness', () => {
  it('should be starting until the start is complete, and draining for good once told', async () => {
    const { readiness } = setUp({ database: () => true });
    expect(await readiness.report()).toEqual({ status: 'starting', parts: {} });
    readiness.started();
    expect(await readiness.report()).toEqual({ status: 'ready', parts: { database: 'ok' } });
    readiness.drain();
    readiness.started();
    expect(await readiness.report()).toEqual({ status: 'draining', parts: {} });
  });

  it('should be draining at once for those who asked before the signal came', async () => {
    const answer: ((isOk: boolean) => void)[] = [];
    const slow = new Promise<boolean>((resolve) => answer.push(resolve));
    const { readiness } = setUp({ database: () => slow });
    readiness.started();
    const asked = readiness.report();
    readiness.drain();
    answer[0]?.(true);
    expect((await asked).status).toBe('draining');
  });

  it('should name what is away, and count a check that fails as such', async () => {
    const { readiness } = setUp({
      database: () => Promise.reject(new Error('postgresql://user:secret@10.0.0.1/cms')),
      changes: () => false,
      jobs: () => true,
    });
    readiness.started();
    expect(await readiness.report()).toEqual({
      status: 'unavailable',
      parts: { database: 'away', changes: 'away', jobs: 'ok' },
    });
  });

  it('should look once for all who ask at the same time, and again when a second has passed', async () => {
    let looks = 0;
    const check = async (): Promise<boolean> => {
      looks += 1;
      await Promise.resolve();
      return true;
    };
    const { readiness, time } = setUp({ database: check });
    readiness.started();
    await Promise.all(Array.from({ length: 20 }, () => readiness.report()));
    expect(looks).toBe(1);
    time.now = 999;
    await readiness.report();
    expect(looks).toBe(1);
    time.now = 1_000;
    await readiness.report();
    expect(looks).toBe(2);
  });

  it('should tell the log of a change once', async () => {
    let isThere = true;
    const { readiness, time, told } = setUp({ database: () => isThere });
    readiness.started();
    for (const there of [true, true, false, false, true]) {
      isThere = there;
      time.now += 2_000;
      await readiness.report();
    }
    expect(told).toEqual(['health: not ready: database', 'health: ready again']);
  });
});
