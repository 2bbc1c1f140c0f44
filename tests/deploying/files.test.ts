import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readSettings } from '#index';
import { uploadSettings } from '#platform/storage/settings';
import { listMemoryWarnings, sumMemory } from '#plugins/telemetry/health/server/memory';
import { computeSheetMemory } from '#plugins/tables/import-export/server/file/sheet-thread';
import { importSettings } from '#plugins/tables/import-export/settings';
import { deliverySettings } from '#delivery/settings';

const root = path.resolve(__dirname, '../..');

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

type Service = {
  image?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  read_only?: boolean;
  stop_grace_period?: string;
  mem_limit?: string;
};

type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;

const lines = read('Dockerfile').split('\n');

const argumentsOf = (instruction: string): string[] =>
  lines.flatMap((line) =>
    line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : [],
  );

describe('Dockerfile', () => {
  it('has no linter errors', () => {
    expect(validate(read('Dockerfile')).map(({ message, range }) => [message, range])).toEqual([]);
  });

  it('runs the steps of ops/release.sh', () => {
    const script = read('ops/release.sh');
    const steps = argumentsOf('RUN').filter((command) => command.startsWith('ops/release.sh '));
    expect(steps).toEqual([
      'ops/release.sh packages',
      'ops/release.sh build',
      'ops/release.sh assemble /service',
    ]);
    for (const step of steps) expect(script).toContain(`\n${step.split(' ')[1] ?? '?'}() {`);
  });

  it('uses one version of Node.js and an unprivileged user', () => {
    const bases = argumentsOf('FROM').map((base) => base.replace(/ AS .*/, ''));
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+\.\d+-bookworm-slim$/);
    expect(argumentsOf('USER')).toEqual(['node']);
  });

  it('keeps pictures and compiled code in writable folders, like the systemd unit', () => {
    const image = read('Dockerfile');
    const unit = read('ops/systemd/education-cms.service');
    const [, caches = ''] = /^CacheDirectory=(.+)$/m.exec(unit) ?? [];
    const folders = ['PICTURES_DIR', 'NODE_COMPILE_CACHE'].map((name) => {
      const [, folder = ''] = new RegExp(`${name}=(\\S+)`).exec(image) ?? [];
      expect(argumentsOf('VOLUME').join()).toContain(`"${folder}"`);
      expect(unit).toContain(`\nEnvironment=${name}=${folder}\n`);
      return folder;
    });
    // Two folders, because files in the picture folder are evicted.
    expect(caches.split(' ').map((name) => `/var/cache/${name}`)).toEqual(folders);
    expect(new Set(folders).size).toBe(2);
  });

  it('.dockerignore – excludes settings, secrets and build output', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.env', '.env.*', '.git', 'node_modules', 'dist', 'public/uploads/*']) {
      expect(ignored).toContain(name);
    }
  });
});

it('Dockerfile and systemd unit – STRAPI_UNTRIED – is refuse', () => {
  expect(argumentsOf('ENV').length).toBeGreaterThan(0);
  expect(read('Dockerfile')).toMatch(/^(ENV| +)\s*STRAPI_UNTRIED=refuse\b/m);
  expect(read('ops/systemd/education-cms.service')).toMatch(/^Environment=STRAPI_UNTRIED=refuse$/m);
});

describe('compose.yaml and documents', () => {
  const settings = new Set(
    [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
  );

  it('compose.yaml – environment – contains only settings of the service, equal for both nodes', () => {
    const nodes = ['cms', 'cms-second'].map((name) => compose.services[name]);
    for (const node of nodes) {
      const names = Object.keys(node?.environment ?? {});
      expect(names.filter((name) => !settings.has(name))).toEqual([]);
      expect(node?.read_only).toBe(true);
      // Longer than the longest stop: 5 + 20 + 15 seconds with the default settings.
      expect(parseInt(node?.stop_grace_period ?? '', 10)).toBeGreaterThan(40);
    }
    expect(nodes[0]?.environment).toEqual(nodes[1]?.environment);
  });

  it('compose.yaml – environment – has valid settings', () => {
    const secrets = parseEnv(execFileSync(path.join(root, 'ops/secrets.sh'), { encoding: 'utf8' }));
    for (const name of ['cms', 'cms-second']) {
      const variables = {
        ...secrets,
        NODE_ENV: 'production',
        ...compose.services[name]?.environment,
      };
      expect(() => readSettings(variables)).not.toThrow();
    }
  });

  it('compose.yaml – memory limit – equals the systemd unit’s, and is enough for the default settings', () => {
    const [, limit = ''] =
      /^MemoryMax=(\d+)M$/m.exec(read('ops/systemd/education-cms.service')) ?? [];
    for (const name of ['cms', 'cms-second']) {
      expect(compose.services[name]?.mem_limit).toBe(`${limit}m`);
    }
    const secrets = parseEnv(execFileSync(path.join(root, 'ops/secrets.sh'), { encoding: 'utf8' }));
    const settings = readSettings({ ...secrets, ...compose.services.cms?.environment });
    const bytes = Number(limit) * 2 ** 20;
    // Node.js uses half of the limit as its heap limit.
    const limits = { heap: bytes / 2, process: bytes };
    const memory = {
      ...settings.of(deliverySettings),
      ...settings.of(uploadSettings),
      workBytes: computeSheetMemory(settings.of(importSettings).maxFileSize),
    };
    expect(listMemoryWarnings(memory, limits)).toEqual([]);
  });

  it('docs/reference/memory.md – sum – equals the sum of its rows and of the service', () => {
    const table = read('docs/reference/memory.md');
    const figures = [...table.matchAll(/^\|[^|]+\| +([\d,]+) +\|/gm)].map(([, figure = '']) =>
      Number(figure.replace(',', '')),
    );
    const sum = figures.pop() ?? 0;
    expect(figures.reduce((total, figure) => total + figure, 0)).toBe(sum);
    const settings = readSettings({
      ...parseEnv(execFileSync(path.join(root, 'ops/secrets.sh'), { encoding: 'utf8' })),
      ...compose.services.cms?.environment,
    });
    const memory = {
      ...settings.of(deliverySettings),
      ...settings.of(uploadSettings),
      workBytes: computeSheetMemory(settings.of(importSettings).maxFileSize),
    };
    // The table is rounded.
    expect(Math.abs(sumMemory(memory, Infinity) / 2 ** 20 / sum - 1)).toBeLessThan(0.02);
  });

  it('compose.yaml – published ports – are bound to 127.0.0.1', () => {
    const ports = Object.values(compose.services).flatMap(({ ports: published = [] }) => published);
    expect(ports).not.toEqual([]);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it('compose.yaml – bucket keys – start with demo-only', () => {
    const { environment = {} } = compose.services.cms ?? {};
    const { identities } = JSON.parse(read('ops/compose/s3.json')) as {
      identities: { credentials: { accessKey: string; secretKey: string }[] }[];
    };
    const accessKey = environment.S3_ACCESS_KEY_ID;
    const secretKey = environment.S3_SECRET_ACCESS_KEY;
    expect(identities.map(({ credentials }) => credentials)).toEqual([[{ accessKey, secretKey }]]);
    for (const key of [accessKey, secretKey]) expect(key).toMatch(/^demo-only/);
    // Every copy of the file has its password, so the database must not be published.
    expect(compose.services.database?.ports).toBeUndefined();
  });

  it('compose.yaml – services, volumes and files exist, and images have versions', () => {
    for (const { image, volumes = [], depends_on: dependencies = [] } of Object.values(
      compose.services,
    )) {
      const services = Array.isArray(dependencies) ? dependencies : Object.keys(dependencies);
      expect(services.filter((name) => !(name in compose.services))).toEqual([]);
      if (image !== 'education-cms') expect(image).toMatch(/:v?\d+(\.\d+)*$/);
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        const exists = from.startsWith('./')
          ? existsSync(path.join(root, from))
          : from in compose.volumes;
        expect([volume, exists]).toEqual([volume, true]);
      }
    }
  });

  it('compose.yaml – has the node addresses of the Varnish configuration', () => {
    const vcl = read('ops/varnish/varnish.vcl');
    for (const address of ['10.0.0.11', '10.0.0.12']) {
      expect(vcl).toContain(`.host = "${address}"`);
      expect(read('compose.yaml')).toContain(`ipv4_address: ${address}\n`);
    }
  });
});

describe('ops/backup/uploads.crontab', () => {
  it('runs as the service’s user, and logs errors', () => {
    expect(read('ops/backup/uploads.crontab')).toMatch(
      /^[^#\n]+ {2}education-cms {2}\/opt\/cms-backup\/uploads\.sh .* 2>&1 \| logger -t cms-backup$/m,
    );
    expect(read('docs/how-to/back-up.md')).toContain(
      'install -m 644 ops/backup/uploads.crontab /etc/cron.d/cms-uploads-backup\n',
    );
  });
});

describe('npm run sbom', () => {
  it('contains every package of production, and no package of development only', () => {
    const printed = execFileSync('npm', ['run', '-s', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 10 ** 9,
    });
    const { bomFormat, components } = JSON.parse(printed) as {
      bomFormat: string;
      components: { 'bom-ref': string; hashes?: unknown[]; licenses?: unknown[] }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const listedPackages = new Set(components.map((component) => component['bom-ref']));
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { name?: string; version?: string; dev?: boolean }>;
    };
    // Packages for other systems are not installed.
    const installed = Object.entries(packages).filter(
      ([index]) => index !== '' && existsSync(path.join(root, index)),
    );
    const refs = (isDev: boolean): Set<string> =>
      new Set(
        installed
          .filter(([, { dev = false }]) => dev === isDev)
          .map(
            ([index, { name, version }]) =>
              `${name ?? index.split('node_modules/').at(-1)}@${version}`,
          ),
      );
    const productionPackages = refs(false);
    expect([...productionPackages].filter((ref) => !listedPackages.has(ref))).toEqual([]);
    expect(
      [...refs(true)].filter((ref) => listedPackages.has(ref) && !productionPackages.has(ref)),
    ).toEqual([]);
    expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });
});

describe('ops/secrets.sh', () => {
  it('prints all secrets of the service, with different values at each run', () => {
    const secretNames =
      /SECRETS = \[([^\]]+)\]/.exec(read('scripts/lib/environment.mjs'))?.[1] ?? '';
    const print = (): [string, string][] =>
      execFileSync(path.join(root, 'ops/secrets.sh'), { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]);
    const [firstRun, secondRun] = [print(), print()];
    expect(firstRun.map(([name]) => name)).toEqual(
      [...secretNames.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    );
    const values = [...firstRun, ...secondRun].map(([, value]) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
