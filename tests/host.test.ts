import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startApp } from './support/app';
import { killOnFileEnd, unstopped } from './support/host';

type Engine = { hooks: Record<string, { getHandlers: () => unknown[] }> };

describe('second service in a process', () => {
  it('permission hooks – are registered once', async () => {
    await (await startApp({ own: true })).stop();
    const app = await startApp({ own: true });
    try {
      const { engine } = app.strapi.service('admin::permission') as unknown as { engine: Engine };
      const handlers = engine.hooks['before-register.permission']?.getHandlers() ?? [];
      expect(handlers.length).toBeGreaterThan(0);
      expect(handlers).toHaveLength(new Set(handlers).size);
    } finally {
      await app.stop();
    }
  });
});

describe('child process of a test', () => {
  it('is killed at the end of its file, unless it has ended', async () => {
    const child = killOnFileEnd(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
    const ended = once(child, 'exit');
    const [end] = [...unstopped].slice(-1);
    await end?.();
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect([...unstopped]).not.toContain(end);
  });
});
