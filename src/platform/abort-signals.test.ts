import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { runWithSignals } from './abort-signals';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('runWithSignals', () => {
  it('collected timeout that nobody listens to – aborts the signal', async () => {
    const reason = await runWithSignals([AbortSignal.timeout(10)], async (signal) => {
      await pause(50);
      collectGarbage();
      return signal.reason as unknown;
    });
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('signal that has aborted already – aborts with its reason', async () => {
    const reason = new Error('over');
    const work = (signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      return Promise.resolve();
    };
    const signals = [new AbortController().signal, AbortSignal.abort(reason)];
    await expect(runWithSignals(signals, work)).rejects.toBe(reason);
  });

  it('work that has ended – its signal no longer follows the others', async () => {
    const controller = new AbortController();
    const signal = await runWithSignals([controller.signal], (joined) => Promise.resolve(joined));
    controller.abort();
    expect(signal.aborted).toBe(false);
  });
});
