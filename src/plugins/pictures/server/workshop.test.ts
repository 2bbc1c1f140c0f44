import { createWorkshop, TooMuchToDo } from './workshop';

describe('A workshop', () => {
  it('should turn away what it cannot get to, and take it again afterwards', async () => {
    const workshop = createWorkshop<string>({ atOnce: 1, waiting: 1 });
    const finish: (() => void)[] = [];
    const work = (name: string) => () =>
      new Promise<string>((resolve) => {
        finish.push(() => {
          resolve(name);
        });
      });
    const first = workshop.do('a', work('a'));
    const second = workshop.do('b', () => Promise.resolve('b'));
    await expect(workshop.do('c', work('c'))).rejects.toThrow(TooMuchToDo);
    // Whoever asks for the same waits with the others.
    const same = workshop.do('a', work('never'));
    await Promise.resolve();
    finish[0]?.();
    expect(await Promise.all([first, second, same])).toEqual(['a', 'b', 'a']);
    expect(await workshop.do('c', () => Promise.resolve('c'))).toBe('c');
  });

  it('should try again what has failed', async () => {
    const workshop = createWorkshop<string>({ atOnce: 1, waiting: 0 });
    await expect(workshop.do('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await workshop.do('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
