import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** The rows of the README's map: the text about a folder, by the folder's path. */
const rows = new Map(
  readFileSync(path.join(root, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, named = '', text = ''] = line.split('|');
      return [...named.matchAll(/`([^`]+)\/`/g)].map(([, folder = '']) => [folder, text] as const);
    }),
);

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the map of the README', () => {
  it('should have a row for every folder of the source', () => {
    expect(foldersIn('src').filter((folder) => !rows.has(`src/${folder}`))).toEqual([]);
  });

  it.each(['src/plugins', 'src/reading', 'bench', 'scripts', 'sandbox', 'tools'])(
    'should name every folder of %s',
    (folder) => {
      const text = rows.get(folder) ?? '';
      const isNamed = (name: string): boolean =>
        text.includes(`\`${name}\``) || text.includes(`\`${name}/\``);
      expect(foldersIn(folder).filter((name) => !isNamed(name))).toEqual([]);
    },
  );
});
