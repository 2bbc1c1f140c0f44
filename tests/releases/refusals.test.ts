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

const createRelease = (...parameters: Parameters<typeof makeRelease>): Release => {
  const release = makeRelease(...parameters);
  releases.push(release);
  return release;
};

const startNode = async (release: Release): Promise<Node> => {
  const node = await start(release, { database });
  nodes.push(node);
  return node;
};

/** Lets the current release write to the database before another one starts on it. */
const writeBefore = async (write: (panel: Panel) => Promise<unknown>): Promise<void> => {
  const app = await startApp({ database });
  try {
    await write(await openPanel(app.url));
  } finally {
    await app.stop();
  }
};

/** Starts a release that fails, and returns its output. */
const expectFailedStart = async (release: Release): Promise<string> => {
  const node = await launch(release, { database });
  nodes.push(node);
  expect(await node.ended()).toBe(1);
  return node.output().trim();
};

const expectOneLine = (output: string): void => {
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

describe('start', () => {
  it('database with a later minimum release – fails with the reason', async () => {
    await query(
      database,
      `UPDATE releases.state SET minimum = $1, reason = 'release 9 has removed the column "old"'`,
      [RELEASE + 1],
    );
    const output = await expectFailedStart(thisRelease);
    expectOneLine(output);
    expect(output).toMatch(/This is release \d+ .* has removed the column "old".* backup/);
    const rows = await query(database, 'SELECT 1 FROM releases.nodes');
    expect(rows).toEqual([]);
  });

  it('drafts switched off – fails while drafts exist', async () => {
    await writeBefore((panel) =>
      panel.create('api::channel.channel', { name: 'Canal', slug: 'canal' }),
    );
    const changedRelease = createRelease(RELEASE + 1, ({ schema }) =>
      schema(channelSchema, ({ options = {} }) =>
        Object.assign(options, { draftAndPublish: false }),
      ),
    );
    const output = await expectFailedStart(changedRelease);
    expectOneLine(output);
    expect(output).toContain('api::channel.channel: drafts are switched off, with 1 drafts');
    expect(await query(database, 'SELECT name FROM channels')).toEqual([{ name: 'Canal' }]);
    await query(database, 'DELETE FROM channels');
    await startNode(changedRelease);
  });

  it('locales switched off – fails while translations exist', async () => {
    await writeBefore(async (panel) => {
      await panel.call('POST', '/i18n/locales', {
        code: 'es',
        name: 'Spanish (es)',
        isDefault: false,
      });
      await panel.create(`${CATEGORY}?locale=es`, { name: 'Cardiología', slug: 'cardiologia' });
    });
    const changedRelease = createRelease(RELEASE + 1, ({ schema }) =>
      schema(categorySchema, (model) => Object.assign(model, { pluginOptions: {} })),
    );
    const output = await expectFailedStart(changedRelease);
    expectOneLine(output);
    expect(output).toContain('languages are switched off, with 1 translations');
    expect(await query(database, 'SELECT locale FROM categories')).toContainEqual({ locale: 'es' });
  });

  it('changed type of a column – fails while it has values', async () => {
    await writeBefore((panel) =>
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
    const retyped = createRelease(RELEASE + 1, ({ schema }) =>
      // No contract uses this attribute, because the check of contracts runs first.
      schema(verticalSchema, ({ attributes }) => {
        attributes.emailFromName = { type: 'integer' };
      }),
    );
    const output = await expectFailedStart(retyped);
    expectOneLine(output);
    expect(output).toContain('verticals.email_from_name holds values of type');
    expect(await query(database, 'SELECT email_from_name FROM verticals')).toEqual([
      { email_from_name: 'Escuela' },
    ]);
    await query(database, 'UPDATE verticals SET email_from_name = NULL');
    await startNode(retyped);
  });

  it('incompatible models – fail while nodes of the other release run', async () => {
    const oldNode = await startNode(thisRelease);
    const drafts = createRelease(RELEASE + 1, ({ schema }) =>
      schema(verticalSchema, ({ options = {} }) =>
        Object.assign(options, { draftAndPublish: true }),
      ),
    );
    const output = await expectFailedStart(drafts);
    expectOneLine(output);
    expect(output).toMatch(/api::vertical\.vertical: drafts are switched on.*Stop them \(release/);
    await oldNode.stop();
    const node = await startNode(drafts);
    await node.stop();
    const lateOutput = await expectFailedStart(thisRelease);
    expectOneLine(lateOutput);
    expect(lateOutput).toContain('drafts are switched on');
  });
});
