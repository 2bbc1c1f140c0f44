import { createRenderQueue, QueueFull } from './render-queue';

describe('createRenderQueue', () => {
  it('full queue – throws QueueFull and accepts work again afterwards', async () => {
    const queue = createRenderQueue<string>({ atOnce: 1, waiting: 1 });
    const finish: (() => void)[] = [];
    const createWork = (name: string) => () =>
      new Promise<string>((resolve) => {
        finish.push(() => {
          resolve(name);
        });
      });
    const first = queue.run('a', createWork('a'));
    const second = queue.run('b', () => Promise.resolve('b'));
    await expect(queue.run('c', createWork('c'))).rejects.toThrow(QueueFull);
    // A request with a running key gets the result of that run.
    const sharedRun = queue.run('a', createWork('never'));
    await Promise.resolve();
    finish[0]?.();
    expect(await Promise.all([first, second, sharedRun])).toEqual(['a', 'b', 'a']);
    expect(await queue.run('c', () => Promise.resolve('c'))).toBe('c');
  });

  it('failed work – runs again at the next request', async () => {
    const queue = createRenderQueue<string>({ atOnce: 1, waiting: 0 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
