import { readFileSync } from 'node:fs';
import path from 'node:path';

const tests = path.resolve(__dirname, '..');

const lines = readFileSync(path.join(tests, 'README.md'), 'utf8').split('\n');

type Job = { job: string; most: number; suite: string };

/** The table of jobs; a suite that is called the same is that of the row above. */
const jobs = lines
  .slice(lines.indexOf('## The jobs of the desk'))
  .filter((line) => /^\| (?!job )[a-z]/.test(line))
  .reduce<Job[]>((before, line) => {
    const [, job = '', clicks = '', suite = ''] = line.split('|').map((cell) => cell.trim());
    const named = /`([^`]+)`/.exec(suite)?.[1] ?? before.at(-1)?.suite ?? '';
    return [...before, { job, most: Number(/\d+/.exec(clicks)?.[0]), suite: named }];
  }, []);

describe('The jobs of the desk', () => {
  it('are at least eighteen', () => {
    expect(jobs.length).toBeGreaterThanOrEqual(18);
  });

  it.each(jobs)('count "$job" in $suite, in every language of the panel', ({ most, suite }) => {
    const code = readFileSync(path.join(tests, suite), 'utf8');
    expect(code).toMatch(/\.each\((?:\['en', 'es'\] as const|languagesOfRun)\)/);
    const counted = [
      ...code.matchAll(/(?:clicks|clicks\(\)|drags)\)\.toBe(?:LessThanOrEqual)?\((\d+)\)/g),
    ].map(([, count]) => Number(count));
    expect(counted).toContain(most);
  });
});
