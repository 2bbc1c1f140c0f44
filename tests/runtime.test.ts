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

/** Returns the arguments of a program that uses scripts/lib/node.mjs. */
const program = (code: string): string[] => [
  '--input-type=module',
  '--eval',
  `import * as it from '${node}'; ${code}`,
];

/** Returns the modules and packages that a module loads before it runs, including itself. */
const findLoadedModules = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^'"=]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  );
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) findLoadedModules(path.resolve(path.dirname(file), name), seen);
    else if (!name.startsWith('node:')) seen.add(name);
  }
  return seen;
};

describe('Node.js of the commands', () => {
  it('isNewEnough – accepts 22.13 and newer', () => {
    const versions = ['20.20.2', '22.12.0', '22.13.0', '23.0.0', '24.21.0'];
    const { isNewEnough } = hostModule<{ isNewEnough: (version: string) => boolean }>(
      path.join(root, 'scripts/lib/node.mjs'),
    );
    expect(versions.map(isNewEnough)).toEqual([false, false, true, true, true]);
  });

  it('tools/node – pins exact versions of one line for every platform', () => {
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

  it('scripts/launch.mjs – loads no packages', () => {
    const loaded = [...findLoadedModules(path.join(root, 'scripts/launch.mjs'))];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((name) => !path.isAbsolute(name))).toEqual([]);
  });

  it('runInstead – ends with the exit code of the command', () => {
    const innerCode = `it.runInstead(process.execPath, ['--eval', 'process.exit(7)'])`;
    expect(spawnSync(process.execPath, program(innerCode)).status).toBe(7);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'runInstead – passes on %s once',
    async (signal) => {
      const innerCode = `
      process.on('${signal}', () => { console.log('heard'); setTimeout(() => process.exit(3), 200); });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
      const command = spawn(
        process.execPath,
        program(`it.runInstead(process.execPath, ['--eval', ${JSON.stringify(innerCode)}])`),
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let output = '';
      command.stdout.on('data', (chunk: Buffer) => {
        if (output === '') command.kill(signal);
        output += chunk.toString();
      });
      const [code] = (await once(command, 'close')) as [number];
      expect({ code, printed: output }).toEqual({ code: 3, printed: 'ready\nheard\n' });
    },
  );

  it('endWithParent – killed parent – ends the command', async () => {
    const innerCode = `
      import * as it from '${node}';
      it.endWithParent();
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    const command = spawn(
      process.execPath,
      program(
        `it.runInstead(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(innerCode)}])`,
      ),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(command.stdout, 'data');
    command.kill('SIGKILL');
    // The pipe ends after the inner process, which holds its other end.
    expect(await once(command, 'close')).toEqual([null, 'SIGKILL']);
  });
});

describe('SIGINT while packages are installed', () => {
  let clone: string;
  let registry: Server;

  beforeAll(async () => {
    clone = mkdtempSync(path.join(tmpdir(), 'cms-install-'));
    // A registry that never responds, so that npm is still waiting at the signal.
    registry = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });

  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
    rmSync(clone, { recursive: true, force: true });
  });

  it('ends the command with 130', async () => {
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
    let output = '';
    command.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await request;
      command.kill('SIGINT');
      const [code] = (await once(command, 'close')) as [number];
      expect(output).toMatch(/Installing packages[^]*Stopping …[^]*Stopped\./);
      expect(code).toBe(130);
    } finally {
      command.kill('SIGKILL');
    }
  });
});

describe('start of the service', () => {
  it('unsupported version of Node.js – ends with the reason', () => {
    const serve = path.join(root, 'dist/scripts/serve.js');
    const oldVersions = { ...process.versions, node: '20.20.2' };
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--eval',
        `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(oldVersions)} });
         require(${JSON.stringify(serve)});`,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('The service needs Node.js 22.13.0 or newer; this is 20.20.2.\n');
    expect(status).toBe(1);
  });
});
