import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as kinds from '#plugins/outbound/webhooks/server/kinds';
import { type App, startApp } from '../support/app';
import { expectDerived, HOW_TO_DERIVE } from '../support/derived';
import { hostModule } from '../support/host';

/**
 * The committed lists of capabilities for users, frontends and operators. Refactorings do not change them; a commit
 * that does says why. Endpoints of the public API are in `docs/openapi.json`, columns in `types/`.
 */
const folder = path.join(__dirname, 'capabilities');

const expectNames = (list: string, names: readonly string[]): void => {
  const text = [...new Set(names)].sort().join('\n');
  expectDerived(path.join(folder, `${list}.txt`), `${text}\n`);
};

describe('lists of capabilities', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  it(`routes of the panel and for operators – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const listed = app.strapi.server.listRoutes() as { methods: string[]; path: string }[];
    const routes = listed
      .filter(({ path: address }) => !address.startsWith('/api/'))
      .flatMap(({ methods, path: address }) => methods.map((method) => `${address} ${method}`));
    expectNames('routes', routes);
  });

  it(`permissions of roles – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const { actionProvider } = app.strapi.service('admin::permission') as {
      actionProvider: { values: () => { actionId: string }[] };
    };
    expectNames(
      'permissions',
      actionProvider.values().map(({ actionId }) => actionId),
    );
  });

  it(`job queues – equal the committed list (${HOW_TO_DERIVE})`, async () => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: { name: string }[] }>(
      'SELECT name FROM jobs.queue',
    );
    expectNames(
      'jobs',
      rows.map(({ name }) => name),
    );
  });

  it(`tables – equal the committed list (${HOW_TO_DERIVE})`, async () => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: { name: string }[] }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'jobs')`,
    );
    expectNames(
      'tables',
      rows.map(({ name }) => name),
    );
  });

  it(`settings – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const example = readFileSync('.env.example', 'utf8');
    const names = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expectNames('settings', names);
  });

  it(`metrics – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const names = globSync('src/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(cms_[a-z_]+)'/g)].map(([, name = '']) => name),
    );
    expectNames('metrics', names);
  });

  it(`webhook events – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const { listWebhookKinds } = hostModule<typeof kinds>(
      path.resolve('dist/src/plugins/outbound/webhooks/server/kinds'),
    );
    expectNames(
      'webhooks',
      listWebhookKinds({ strapi: app.strapi }).map(({ name }) => name),
    );
  });

  it(`pages of the panel – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const paths = globSync('src/plugins/**/admin/index.{ts,tsx}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:to|path): '([^']+?)(?:\/\*)?'/g)].map(
        ([, to = '']) => to,
      ),
    );
    expectNames('pages', paths);
  });

  it(`texts of the panel – equal the committed list (${HOW_TO_DERIVE})`, () => {
    const keys = globSync('src/plugins/**/translations/en.json').flatMap((file) => {
      const plugin = file.split(path.sep).at(-3) ?? '';
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      return Object.keys(texts).map((key) => `${plugin}.${key}`);
    });
    expectNames('texts', keys);
  });
});
