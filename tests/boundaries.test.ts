import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

const folders = ['src', 'config', 'sandbox', 'scripts', 'bench', 'tests'];

/** An import that breaks a rule, by the file that it is written into. */
const planted = [
  {
    rule: 'no-import-up',
    file: 'src/http/pagination.ts',
    imports: 'src/reading/plan/filter.ts',
  },
  {
    rule: 'no-import-up',
    file: 'src/plugins/checkout/settings.ts',
    imports: 'src/api/live/layout.ts',
  },
  {
    rule: 'features-through-their-index',
    file: 'src/plugins/checkout/settings.ts',
    imports: 'src/plugins/mail/settings.ts',
  },
  {
    rule: 'source-stands-alone',
    file: 'src/settings/server.ts',
    imports: 'sandbox/pay/server.ts',
  },
  {
    rule: 'source-stands-alone',
    file: 'config/server.ts',
    imports: 'scripts/serve.ts',
  },
  {
    rule: 'every-part-has-its-place',
    file: 'src/foundation.ts',
    imports: 'src/nowhere/planted.ts',
  },
  {
    rule: 'no-circle-of-folders',
    file: 'src/throttle/planted.ts',
    imports: 'src/jobs/planted.ts',
    shownAs: 'src/jobs → src/throttle → src/jobs',
  },
  {
    rule: 'no-circle',
    file: 'src/jobs/planted.ts',
    imports: 'src/throttle/planted.ts',
    shownAs: 'src/jobs/planted.ts → src/throttle/planted.ts → src/jobs/planted.ts',
  },
];

describe('the boundary check', () => {
  let copy: string;

  /** What `npm run check:boundaries` says of the copy, a violation a line. */
  const check = (): string => {
    const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [tool, '--config', 'dependency-cruiser.config.mjs', ...folders],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    return `${String(status)}\n${stdout.replaceAll(/→\s+/g, '→ ')}`;
  };

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'boundaries-'));
    for (const name of [...folders, 'types']) {
      await cp(join(root, name), join(copy, name), { recursive: true });
    }
    for (const name of [
      'package.json',
      'tsconfig.json',
      'tsconfig.check.json',
      'dependency-cruiser.config.mjs',
    ]) {
      await cp(join(root, name), join(copy, name));
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  });

  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('should find nothing wrong with the code as it is, and every planted import', async () => {
    expect(check()).toMatch(/^0\n/);

    const unplanted = { file: 'src/nowhere/planted.ts', imports: 'src/settings/server.ts' };
    for (const { file, imports } of [unplanted, ...planted]) {
      const path = join(copy, file);
      const specifier = join(
        '../'.repeat(file.split('/').length - 1),
        imports.replace(/\.ts$/, ''),
      );
      await mkdir(dirname(path), { recursive: true });
      const text = await readFile(path, 'utf8').catch(() => '');
      await writeFile(path, `import '${specifier}';\n${text}`);
    }
    const said = check();

    expect(said).not.toMatch(/^0\n/);
    for (const { rule, file, imports, shownAs = `${file} → ${imports}` } of planted) {
      expect(said).toContain(`error ${rule}: ${shownAs}`);
    }
  });
});
