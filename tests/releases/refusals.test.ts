import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openPanel, type Panel } from './panel';
import {
  launch,
  makeRelease,
  query,
  RELEASE,
  start,
  thisRelease,
  type Node,
  type Release,
} from './release';

const CATEGORY = 'api::category.category';
const categorySchema = 'api/category/content-types/category/schema.json';
const channelSchema = 'api/channel/content-types/channel/schema.json';
const verticalSchema = 'api/vertical/content-types/vertical/schema.json';

let database: TestDatabase;
const nodes: Node[] = [];
const releases: Release[] = [];

const make = (...parameters: Parameters<typeof makeRelease>): Release => {
  const release = makeRelease(...parameters);
  releases.push(release);
  return release;
};

const run = async (release: Release): Promise<Node> => {
  const node = await start(release, { database });
  nodes.push(node);
  return node;
};

/** Lets this release write to the database before another one starts there. */
const prepare = async (write: (panel: Panel) => Promise<unknown>): Promise<void> => {
  const app = await startApp({ database });
  try {
    await write(await openPanel(app.url));
  } finally {
    await app.stop();
  }
};

/** Starts a release that is expected to fail, and returns its output. */
const refused = async (release: Release): Promise<string> => {
  const node = await launch(release, { database });
  nodes.push(node);
  expect(await node.ended()).toBe(1);
  return node.output().trim();
};

const oneLine = (output: string): void => {
  expect(output.split('\n')).toHaveLength(1);
};

beforeEach(async () => {
  database = await createDatabase();
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  for (const release of releases.splice(0)) release.remove();
  await database.drop();
});

describe('a start', () => {
  it('should be refused to a release that the database is too new for', async () => {
    await query(
      database,
      `UPDATE releases.state SET minimum = $1, reason = 'release 9 has removed the column "old"'`,
      [RELEASE + 1],
    );
    const output = await refused(thisRelease);
    oneLine(output);
    expect(output).toMatch(/This is release \d+ .* has removed the column "old".* backup/);
    const rows = await query(database, 'SELECT 1 FROM releases.nodes');
    expect(rows).toEqual([]);
  });

  it('should be refused where it would delete drafts', async () => {
    await prepare((panel) =>
      panel.create('api::channel.channel', { name: 'Canal', slug: 'canal' }),
    );
    const without = make(RELEASE + 1, ({ schema }) =>
      schema(channelSchema, ({ options = {} }) =>
        Object.assign(options, { draftAndPublish: false }),
      ),
    );
    const output = await refused(without);
    oneLine(output);
    expect(output).toContain('api::channel.channel: drafts are switched off, with 1 drafts');
    expect(await query(database, 'SELECT name FROM channels')).toEqual([{ name: 'Canal' }]);
    await query(database, 'DELETE FROM channels');
    await run(without);
  });

  it('should be refused where it would delete translations', async () => {
    await prepare(async (panel) => {
      await panel.call('POST', '/i18n/locales', {
        code: 'es',
        name: 'Spanish (es)',
        isDefault: false,
      });
      await panel.create(`${CATEGORY}?locale=es`, { name: 'Cardiología', slug: 'cardiologia' });
    });
    const without = make(RELEASE + 1, ({ schema }) =>
      schema(categorySchema, (model) => Object.assign(model, { pluginOptions: {} })),
    );
    const output = await refused(without);
    oneLine(output);
    expect(output).toContain('languages are switched off, with 1 translations');
    expect(await query(database, 'SELECT locale FROM categories')).toContainEqual({ locale: 'es' });
  });

  it('should be refused where a change of type would damage values, and not where there are none', async () => {
    await prepare((panel) =>
      panel.create('api::vertical.vertical', {
        name: 'Línea',
        slug: 'linea',
        emailFromName: 'Escuela',
      }),
    );
    const [{ column } = { column: '' }] = await query<{ column: string }>(
      database,
      `SELECT data_type AS column FROM information_schema.columns
       WHERE table_name = 'verticals' AND column_name = 'email_from_name'`,
    );
    expect(column).toBe('character varying');
    const retyped = make(RELEASE + 1, ({ schema }) =>
      // No contract uses this attribute; a conflict with a contract would be refused earlier.
      schema(verticalSchema, ({ attributes }) => {
        attributes.emailFromName = { type: 'integer' };
      }),
    );
    const output = await refused(retyped);
    oneLine(output);
    expect(output).toContain('verticals.email_from_name holds values of type');
    expect(await query(database, 'SELECT email_from_name FROM verticals')).toEqual([
      { email_from_name: 'Escuela' },
    ]);
    await query(database, 'UPDATE verticals SET email_from_name = NULL');
    await run(retyped);
  });

  it('should be refused while nodes run that would misunderstand the same rows', async () => {
    const old = await run(thisRelease);
    const drafts = make(RELEASE + 1, ({ schema }) =>
      schema(verticalSchema, ({ options = {} }) =>
        Object.assign(options, { draftAndPublish: true }),
      ),
    );
    const output = await refused(drafts);
    oneLine(output);
    expect(output).toMatch(/api::vertical\.vertical: drafts are switched on.*Stop them \(release/);
    await old.stop();
    const node = await run(drafts);
    await node.stop();
    const late = await refused(thisRelease);
    oneLine(late);
    expect(late).toContain('drafts are switched on');
  });
});
