import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '../support/endpoints';

const root = path.resolve(__dirname, '../..');

const lines = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n');

/** The rows of the README's map: the text about a folder, by the folder's path. */
const rows = new Map(
  lines.flatMap((line) => {
    const [, named = '', text = ''] = line.split('|');
    return [...named.matchAll(/`([^`]+)\/`/g)].map(([, folder = '']) => [folder, text] as const);
  }),
);

/** What the README's table of endpoints names: paths, or how they end where a neighbour says how they begin. */
const namedEndpoints = lines
  .slice(lines.indexOf('## Endpoints at a glance'), lines.indexOf('## Settings'))
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(?:[A-Z]+ )?(\/[^`?]*)[^`]*`/g)])
  .map(([, named = '']) => named);

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the map of the README', () => {
  it('should have a row for every folder of the source', () => {
    expect(foldersIn('src').filter((folder) => !rows.has(`src/${folder}`))).toEqual([]);
  });

  it.each(['src/plugins', 'src/reading', 'src/http', 'bench', 'scripts', 'sandbox', 'tools'])(
    'should name every folder of %s',
    (folder) => {
      const text = rows.get(folder) ?? '';
      const isNamed = (name: string): boolean =>
        text.includes(`\`${name}\``) || text.includes(`\`${name}/\``);
      expect(foldersIn(folder).filter((name) => !isNamed(name))).toEqual([]);
    },
  );
});

describe('the README’s table of endpoints', () => {
  it('should name every endpoint once', () => {
    const isOf = (at: string, named: string): boolean => at === named || at.endsWith(named);
    const missing = endpoints.filter(
      ({ path: at }) => !namedEndpoints.some((one) => isOf(at, one)),
    );
    expect(missing.map(({ path: at }) => at)).toEqual([]);
    const again = namedEndpoints.filter((one, at) => namedEndpoints.indexOf(one) !== at);
    expect(again).toEqual([]);
  });
});
