import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { killOnFileEnd, unstopped } from './support/host';

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
