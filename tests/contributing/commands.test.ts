import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'tests/README.md'],
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const all = <T>(find: (text: string) => T[]): [page: string, found: T][] =>
  pages.flatMap((page) => find(read(page)).map((found): [string, T] => [page, found]));

describe('A command that a page names', () => {
  it('is one of the project’s', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = all((text) =>
      [...text.matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(([, name]) => !(name in scripts))).toEqual([]);
  });

  it('is a program that may be run, where it is one of `ops/`', () => {
    const named = all((text) =>
      [...text.matchAll(/(?<![\w/])ops\/[\w/-]+\.sh/g)].map(([name]) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const [, name] of named) accessSync(path.join(root, name), constants.X_OK);
  });

  it('can be read by a shell, as it stands there', () => {
    const blocks = all((text) =>
      [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block),
    );
    expect(blocks.length).toBeGreaterThan(10);
    const isRead = (block: string): boolean =>
      spawnSync('bash', ['-n'], { input: block }).status === 0;
    expect(blocks.filter(([, block]) => !isRead(block))).toEqual([]);
  });
});
