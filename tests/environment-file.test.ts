import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'dotenv';
import { hostModule } from './support/host';

const { ensureEnvironmentFile, readEnvironment } = hostModule<{
  ensureEnvironmentFile: (options: { file: string }) => boolean;
  readEnvironment: (file: string) => Record<string, string>;
}>(path.resolve(__dirname, '../scripts/lib/environment.mjs'));

describe('.env file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cms-env-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is created once, with unique secrets and only for its owner', () => {
    const [first, second] = ['first', 'second'].map((name) => {
      const file = path.join(folder, name);
      expect(ensureEnvironmentFile({ file })).toBe(true);
      expect(ensureEnvironmentFile({ file })).toBe(false);
      expect(statSync(file).mode & 0o077).toBe(0);
      return parse(readFileSync(file, 'utf8'));
    });
    for (const name of [
      'APP_KEYS',
      'ADMIN_JWT_SECRET',
      'API_TOKEN_SALT',
      'TRANSFER_TOKEN_SALT',
      'ENCRYPTION_KEY',
      'JWT_SECRET',
      'PREVIEW_SECRET',
    ]) {
      expect(first?.[name]?.length).toBeGreaterThanOrEqual(32);
      expect(first?.[name]).not.toBe(second?.[name]);
    }
    expect(first?.DATABASE_URL).toBe('');
  });

  it('existing file – is not changed', () => {
    const file = path.join(folder, 'mine');
    writeFileSync(file, 'JWT_SECRET=mine\n');
    expect(ensureEnvironmentFile({ file })).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('JWT_SECRET=mine\n');
  });

  it('commands – read the file like the service', () => {
    const content = [
      '# a comment',
      'PLAIN=value # and why',
      'QUOTED="two words # kept"',
      "export SINGLE='$HOME'",
      'WITH_EQUALS=a=b==',
      'HASH=pa#ss',
      'QUOTED_HASH="pa#ss"',
      'LINES="one\\ntwo"',
    ].join('\r\n');
    const file = path.join(folder, 'read');
    writeFileSync(file, content);
    const read = readEnvironment(file);
    const expected = parse(content);
    expect(Object.keys(expected)).toHaveLength(7);
    expect(read).toMatchObject(expected);
  });
});
