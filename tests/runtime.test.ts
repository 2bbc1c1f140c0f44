import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostModule } from './support/host';

const root = path.resolve(__dirname, '..');
const node = pathToFileURL(path.join(root, 'scripts/lib/node.mjs')).href;

/** Returns a program that uses scripts/lib/node.mjs. */
const program = (code: string): string[] => [
  '--input-type=module',
  '--eval',
  `import * as it from '${node}'; ${code}`,
];

/** Returns the modules that a module loads before it runs, itself included, and the packages among them. */
const loadedBefore = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^'"=]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  );
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) loadedBefore(path.resolve(path.dirname(file), name), seen);
    else if (!name.startsWith('node:')) seen.add(name);
  }
  return seen;
};

describe('the Node.js that commands run on', () => {
  it('should be the machine’s own where it is new enough', () => {
    const versions = ['20.20.2', '22.12.0', '22.13.0', '23.0.0', '24.21.0'];
    const { isNewEnough } = hostModule<{ isNewEnough: (version: string) => boolean }>(
      path.join(root, 'scripts/lib/node.mjs'),
    );
    expect(versions.map(isNewEnough)).toEqual([false, false, true, true, true]);
  });

  it('should be pinned exactly where it comes from npm, and be of one line', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(path.join(root, 'tools/node/package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    const line = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim();
    for (const version of Object.values(optionalDependencies)) {
      expect(version).toMatch(new RegExp(`^${line}\\.\\d+\\.\\d+$`));
    }
    for (const machine of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']) {
      expect(
        Object.keys(optionalDependencies).filter((name) => name.endsWith(`-${machine}`)),
      ).toHaveLength(1);
    }
  });

  it('should be chosen before any package is needed', () => {
    const loaded = [...loadedBefore(path.join(root, 'scripts/launch.mjs'))];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((name) => !path.isAbsolute(name))).toEqual([]);
  });

  it('should end as the command in it ends', () => {
    const inside = `it.runInstead(process.execPath, ['--eval', 'process.exit(7)'])`;
    expect(spawnSync(process.execPath, program(inside)).status).toBe(7);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('should hear %s once', async (signal) => {
    const inside = `
      process.on('${signal}', () => { console.log('heard'); setTimeout(() => process.exit(3), 200); });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    const command = spawn(
      process.execPath,
      program(`it.runInstead(process.execPath, ['--eval', ${JSON.stringify(inside)}])`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    command.stdout.on('data', (chunk: Buffer) => {
      if (printed === '') command.kill(signal);
      printed += chunk.toString();
    });
    const [code] = (await once(command, 'close')) as [number];
    expect({ code, printed }).toEqual({ code: 3, printed: 'ready\nheard\n' });
  });

  it('should not outlive a command that is killed', async () => {
    const inside = `
      import * as it from '${node}';
      it.endWithParent();
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    const command = spawn(
      process.execPath,
      program(
        `it.runInstead(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(inside)}])`,
      ),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(command.stdout, 'data');
    command.kill('SIGKILL');
    // The pipe ends after the inner process, which holds its other end.
    expect(await once(command, 'close')).toEqual([null, 'SIGKILL']);
  });
});

describe('Ctrl-C while packages are installed', () => {
  let clone: string;
  let registry: Server;

  beforeAll(async () => {
    clone = mkdtempSync(path.join(tmpdir(), 'cms-install-'));
    // A registry that never answers, so that nothing can be installed before the signal.
    registry = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });

  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
    rmSync(clone, { recursive: true, force: true });
  });

  it('ends the command, though npm still waits for the registry', async () => {
    for (const name of [
      'package.json',
      'package-lock.json',
      'scripts',
      'tools/node/package.json',
    ]) {
      cpSync(path.join(root, name), path.join(clone, name), { recursive: true });
    }
    const { port } = registry.address() as AddressInfo;
    const request = once(registry, 'request');
    const command = spawn(process.execPath, ['scripts/launch.mjs', 'seed'], {
      cwd: clone,
      env: {
        ...process.env,
        npm_config_cache: path.join(clone, 'cache'),
        npm_config_registry: `http://127.0.0.1:${port}/`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    try {
      await request;
      command.kill('SIGINT');
      const [code] = (await once(command, 'close')) as [number];
      expect(printed).toMatch(/Installing packages[^]*Stopping …[^]*Stopped\./);
      expect(code).toBe(130);
    } finally {
      command.kill('SIGKILL');
    }
  });
});

describe('npm start', () => {
  it('should say so where Node.js is too old', () => {
    const serve = path.join(root, 'dist/scripts/serve.js');
    const old = { ...process.versions, node: '20.20.2' };
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--eval',
        `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(old)} });
         require(${JSON.stringify(serve)});`,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('The service needs Node.js 22.13.0 or newer; this is 20.20.2.\n');
    expect(status).toBe(1);
  });
});
