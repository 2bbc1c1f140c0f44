import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hostEnv, hostModule } from '../support/host';

const root = path.resolve(__dirname, '../..');
const strapi = path.join(root, 'node_modules/@strapi/strapi/dist/src/node');

const settings = {
  STRAPI_ADMIN_NAME: 'Campus of Tests',
  STRAPI_ADMIN_MARK: '/mark-light.svg',
  STRAPI_ADMIN_MARK_DARK: '/mark-dark.svg',
};

/** The default mark of the panel. */
const DEFAULT_MARK = '/default.svg';
jest.mock('#admin/mark.svg', () => ({ __esModule: true, default: '/default.svg' }));

type Variables = Record<string, string>;

type Brand = {
  createBrandConfig: () => {
    auth: { logo: string };
    menu: { logo: string };
    head: { favicon: string };
  };
  brandTexts: Record<'en' | 'es', Record<string, string>>;
  showBrand: () => void;
};

/** Returns the variables that Strapi compiles into the panel with these settings. */
const builtWith = async (variables: Variables): Promise<Variables> => {
  const { buildEnvironment } = hostModule<{ buildEnvironment: (env: Variables) => Variables }>(
    path.join(root, 'scripts/lib/build.mjs'),
  );
  const { getStrapiAdminEnvVars } = hostModule<{
    getStrapiAdminEnvVars: (defaults: Variables) => Variables;
  }>(path.join(strapi, 'core/env.js'));
  const { resolveProductionConfig } = hostModule<{
    resolveProductionConfig: (context: object) => Promise<{ define: { 'process.env': string } }>;
  }>(path.join(strapi, 'vite/config.js'));
  const before = { ...hostEnv };
  try {
    Object.assign(hostEnv, buildEnvironment(variables));
    const { define } = await resolveProductionConfig({
      cwd: root,
      target: ['last 3 major versions'],
      plugins: [],
      basePath: '/admin/',
      distDir: 'dist',
      strapi: { internal_config: {} },
      options: {},
      env: getStrapiAdminEnvVars({}),
    });
    return JSON.parse(define['process.env']) as Variables;
  } finally {
    for (const name of Object.keys(hostEnv))
      if (!(name in before)) Reflect.deleteProperty(hostEnv, name);
    Object.assign(hostEnv, before);
  }
};

type Theme = 'light' | 'dark' | 'system' | undefined;

/** The panel's module in a browser with a theme of the system and of the user. */
const load = (variables: Variables, { system, chosen }: { system: Theme; chosen?: Theme }) => {
  const document = { title: 'Home | Strapi', head: {} };
  const stored: Variables = chosen === undefined ? {} : { STRAPI_THEME: chosen };
  Object.assign(globalThis, {
    document,
    localStorage: {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => (stored[name] = value),
    },
    matchMedia: (query: string) => ({ matches: query === `(prefers-color-scheme: ${system})` }),
    MutationObserver: class {
      observe(): void {
        // The title is set before the module runs.
      }
    },
  });
  const { env } = process;
  process.env = variables;
  let brand: Brand | undefined;
  jest.isolateModules(() => {
    brand = jest.requireActual<Brand>('#admin/brand');
  });
  process.env = env;
  if (brand === undefined) throw new Error('The module was not loaded');
  return { ...brand, document };
};

describe('Panel built with a custom name and marks', () => {
  let variables: Variables;

  beforeAll(async () => {
    variables = await builtWith(settings);
  });

  it.each([
    { system: 'light', chosen: undefined, expected: 'light' },
    { system: 'dark', chosen: undefined, expected: 'dark' },
    { system: 'dark', chosen: 'system', expected: 'dark' },
    { system: 'light', chosen: 'dark', expected: 'dark' },
    { system: 'dark', chosen: 'light', expected: 'light' },
  ] as const)('createBrandConfig – system $system, chosen $chosen – $expected mark', (themes) => {
    const { createBrandConfig } = load(variables, themes);
    const { auth, menu, head } = createBrandConfig();
    const logo = `/mark-${themes.expected}.svg`;
    expect({ auth, menu }).toEqual({ auth: { logo }, menu: { logo } });
    expect(head.favicon).toBe('/mark-light.svg');
  });

  it('shows the name at sign-in, in the menu and in page titles', () => {
    const { brandTexts, showBrand, document } = load(variables, { system: 'light' });
    for (const texts of Object.values(brandTexts)) {
      expect(texts['Auth.form.welcome.title']).toBe(settings.STRAPI_ADMIN_NAME);
      expect(texts['app.components.LeftMenu.navbrand.title']).toBe(settings.STRAPI_ADMIN_NAME);
    }
    showBrand();
    expect(document.title).toBe(`Home | ${settings.STRAPI_ADMIN_NAME}`);
  });

  it('reads the chosen theme where Strapi stores it', () => {
    const reducer = path.join(root, 'node_modules/@strapi/admin/dist/admin/admin/src/reducer.js');
    expect(readFileSync(reducer, 'utf8')).toContain(`'STRAPI_THEME'`);
  });
});

it('Panel built without a mark for the dark theme – shows the other mark in both', async () => {
  const variables = await builtWith({ STRAPI_ADMIN_MARK: settings.STRAPI_ADMIN_MARK });
  const { createBrandConfig } = load(variables, { system: 'dark' });
  expect(createBrandConfig().menu.logo).toBe(settings.STRAPI_ADMIN_MARK);
});

it('Panel built without settings – shows the default mark', async () => {
  const { createBrandConfig } = load(await builtWith({}), { system: 'dark' });
  expect(createBrandConfig().menu.logo).toBe(DEFAULT_MARK);
});
