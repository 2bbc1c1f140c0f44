import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'dotenv';

const moduleUrl = pathToFileURL(path.resolve(__dirname, '../scripts/lib/environment.mjs')).href;

/** The value of an expression over the module's functions, in which `arg` is the given text. */
const evaluate = (expression: string, arg: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `import * as environment from '${moduleUrl}'; const arg = process.argv[1];
       console.log(JSON.stringify(${expression} ?? null));`,
      arg,
    ]).toString(),
  );

describe('the .env file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cms-env-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('should be written once, with secrets of its own, for its owner only', () => {
    const [first, second] = ['first', 'second'].map((name) => {
      const file = path.join(folder, name);
      expect(evaluate('environment.ensureEnvironmentFile({ file: arg })', file)).toBe(true);
      expect(evaluate('environment.ensureEnvironmentFile({ file: arg })', file)).toBe(false);
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

  it('should be left alone where it is', () => {
    const file = path.join(folder, 'mine');
    writeFileSync(file, 'JWT_SECRET=mine\n');
    expect(evaluate('environment.ensureEnvironmentFile({ file: arg })', file)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('JWT_SECRET=mine\n');
  });

  it('should be read by the commands as the service itself reads it', () => {
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
    const read = evaluate('environment.readEnvironment(arg)', file) as Record<string, string>;
    const expected = parse(content);
    expect(Object.keys(expected)).toHaveLength(7);
    expect(read).toMatchObject(expected);
  });
});
