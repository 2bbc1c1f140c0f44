import { createReadiness, type Check } from './readiness';

const setUp = (checks: Record<string, Check>) => {
  const time = { now: 0 };
  const messages: string[] = [];
  const collect = (message: string): void => void messages.push(message);
  const log = { warn: collect, info: collect };
  const readiness = createReadiness({ checks, log, now: () => time.now });
  return { readiness, time, messages };
};

describe('createReadiness', () => {
  it('start and drain – is starting until started, and stays draining', async () => {
    const { readiness } = setUp({ database: () => true });
    expect(await readiness.report()).toEqual({ status: 'starting', parts: {} });
    readiness.started();
    expect(await readiness.report()).toEqual({ status: 'ready', parts: { database: 'ok' } });
    readiness.drain();
    readiness.started();
    expect(await readiness.report()).toEqual({ status: 'draining', parts: {} });
  });

  it('drain during a report – the report is draining', async () => {
    const answer: ((isOk: boolean) => void)[] = [];
    const slow = new Promise<boolean>((resolve) => answer.push(resolve));
    const { readiness } = setUp({ database: () => slow });
    readiness.started();
    const report = readiness.report();
    readiness.drain();
    answer[0]?.(true);
    expect((await report).status).toBe('draining');
  });

  it('failed checks – is unavailable with the state of each part', async () => {
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

  it('concurrent reports – check once a second', async () => {
    let checkCount = 0;
    const check = async (): Promise<boolean> => {
      checkCount += 1;
      await Promise.resolve();
      return true;
    };
    const { readiness, time } = setUp({ database: check });
    readiness.started();
    await Promise.all(Array.from({ length: 20 }, () => readiness.report()));
    expect(checkCount).toBe(1);
    time.now = 999;
    await readiness.report();
    expect(checkCount).toBe(1);
    time.now = 1_000;
    await readiness.report();
    expect(checkCount).toBe(2);
  });

  it('changes of readiness – are logged once', async () => {
    let isThere = true;
    const { readiness, time, messages } = setUp({ database: () => isThere });
    readiness.started();
    for (const isAvailable of [true, true, false, false, true]) {
      isThere = isAvailable;
      time.now += 2_000;
      await readiness.report();
    }
    expect(messages).toEqual(['health: not ready: database', 'health: ready again']);
  });
});
