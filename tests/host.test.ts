import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startApp } from './support/app';
import { killOnFileEnd, unstopped } from './support/host';

type Engine = { hooks: Record<string, { getHandlers: () => unknown[] }> };

describe('a process that has held another service', () => {
  it('should ask what looks at permissions once, as a process does that has held none', async () => {
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

describe('a process that a test leaves running', () => {
  it('should be killed after its file, and no more once it has ended', async () => {
    const child = killOnFileEnd(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
    const ended = once(child, 'exit');
    const [end] = [...unstopped].slice(-1);
    await end?.();
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect([...unstopped]).not.toContain(end);
  });
});
