import { createRenderQueue, QueueFull } from './render-queue';

describe('A queue', () => {
  it('should turn away what it cannot get to, and take it again afterwards', async () => {
    const queue = createRenderQueue<string>({ atOnce: 1, waiting: 1 });
    const finish: (() => void)[] = [];
    const work = (name: string) => () =>
      new Promise<string>((resolve) => {
        finish.push(() => {
          resolve(name);
        });
      });
    const first = queue.run('a', work('a'));
    const second = queue.run('b', () => Promise.resolve('b'));
    await expect(queue.run('c', work('c'))).rejects.toThrow(QueueFull);
    // A request with a running key gets the result of that run.
    const same = queue.run('a', work('never'));
    await Promise.resolve();
    finish[0]?.();
    expect(await Promise.all([first, second, same])).toEqual(['a', 'b', 'a']);
    expect(await queue.run('c', () => Promise.resolve('c'))).toBe('c');
  });

  it('should try again what has failed', async () => {
    const queue = createRenderQueue<string>({ atOnce: 1, waiting: 0 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
