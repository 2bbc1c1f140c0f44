import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

describe('types/generated', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cms-types-'));
    const generate = path.join(root, 'scripts/programs/generate-types.mjs');
    execFileSync(process.execPath, [generate, path.join(root, 'dist'), folder]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['contentTypes.d.ts', 'components.d.ts'])(
    'should say in %s what the models say (else: npm run types)',
    (name) => {
      const current = readFileSync(path.join(folder, 'generated', name), 'utf8');
      expect(readFileSync(path.join(root, 'types/generated', name), 'utf8')).toBe(current);
    },
  );
});
