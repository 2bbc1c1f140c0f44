import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

const folders = ['src', 'config', 'sandbox', 'scripts'];

/** Imports that each break a rule. */
const violations = [
  {
    rule: 'no-import-up',
    file: 'src/platform/http/pagination.ts',
    imports: 'src/delivery/plan/field-source.ts',
  },
  {
    rule: 'no-import-up',
    file: 'src/plugins/commerce/checkout/settings.ts',
    imports: 'src/api/live/layout.ts',
  },
  {
    rule: 'no-import-up',
    file: 'src/plugins/commerce/checkout/settings.ts',
    imports: 'src/plugins/tables/lists/index.ts',
  },
  {
    rule: 'features-through-their-index',
    file: 'src/plugins/commerce/checkout/settings.ts',
    imports: 'src/plugins/mail/settings.ts',
  },
  {
    rule: 'source-stands-alone',
    file: 'src/platform/settings/server.ts',
    imports: 'sandbox/pay/server.ts',
  },
  {
    rule: 'source-stands-alone',
    file: 'config/server.ts',
    imports: 'scripts/serve.ts',
  },
  {
    rule: 'panel-without-server',
    file: 'src/plugins/tables/bulk-edit/admin/texts.ts',
    imports: 'src/platform/http/csv.ts',
  },
  {
    rule: 'every-part-has-its-place',
    file: 'src/foundation.ts',
    imports: 'src/nowhere/planted.ts',
  },
  {
    rule: 'no-circle-of-folders',
    file: 'src/platform/throttle/planted.ts',
    imports: 'src/platform/jobs/planted.ts',
    shownAs: 'src/platform/jobs → src/platform/throttle → src/platform/jobs',
  },
  {
    rule: 'no-circle',
    file: 'src/platform/jobs/planted.ts',
    imports: 'src/platform/throttle/planted.ts',
    shownAs:
      'src/platform/jobs/planted.ts → src/platform/throttle/planted.ts → src/platform/jobs/planted.ts',
  },
];

describe('dependency-cruiser.config.mjs', () => {
  let folder: string;

  /** Returns the exit code and the violations of the check, one a line. */
  const check = (): string => {
    const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [tool, '--config', 'dependency-cruiser.config.mjs', ...folders],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    return `${String(status)}\n${stdout.replaceAll(/→\s+/g, '→ ')}`;
  };

  const append = async (file: string, text: string): Promise<void> => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, text);
  };

  const importFrom = (file: string, imports: string): Promise<void> => {
    const upward = '../'.repeat(file.split('/').length - 1);
    return append(file, `import '${upward}${imports.replace(/\.ts$/, '')}';\n`);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
    for (const name of [
      'package.json',
      'tsconfig.json',
      'tsconfig.check.json',
      'dependency-cruiser.config.mjs',
    ]) {
      await cp(join(root, name), join(folder, name));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, imports } of violations) {
      for (const name of [file, imports]) await append(name, 'export {};\n');
    }
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('accepts imports to lower layers, and reports every import that breaks a rule', async () => {
    await importFrom(
      'src/plugins/commerce/checkout/settings.ts',
      'src/platform/settings/server.ts',
    );
    await rm(join(folder, 'src/nowhere'), { recursive: true });
    expect(check()).toMatch(/^0\n/);

    await importFrom('src/nowhere/planted.ts', 'src/platform/settings/server.ts');
    for (const { file, imports } of violations) await importFrom(file, imports);
    const output = check();

    expect(output).not.toMatch(/^0\n/);
    for (const { rule, file, imports, shownAs = `${file} → ${imports}` } of violations) {
      expect(output).toContain(`error ${rule}: ${shownAs}`);
    }
  });
});
