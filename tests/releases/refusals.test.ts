import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openPanel } from './panel';
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

type Change = NonNullable<Parameters<typeof makeRelease>[1]>;

const createRelease = (number: number, change: Change): Release => {
  const release = makeRelease(number, change);
  releases.push(release);
  return release;
};

const startNode = async (release: Release): Promise<Node> => {
  const node = await start(release, { database });
  nodes.push(node);
  return node;
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

/** Changes of models that need changed entries: no drafts, no locales, and another type of a column. */
const changes = {
  drafts: ({ schema }) =>
    schema(channelSchema, ({ options = {} }) => Object.assign(options, { draftAndPublish: false })),
  locales: ({ schema }) =>
    schema(categorySchema, (model) => Object.assign(model, { pluginOptions: {} })),
  // No contract uses this attribute, because the check of contracts runs first.
  column: ({ schema }) =>
    schema(verticalSchema, ({ attributes }) => {
      attributes.emailFromName = { type: 'integer' };
    }),
} satisfies Record<string, Change>;

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  for (const release of releases.splice(0)) release.remove();
});

describe('start on a database with entries of the current release', () => {
  beforeAll(async () => {
    database = await createDatabase();
    const app = await startApp({ database });
    try {
      const panel = await openPanel(app.url);
      await panel.create('api::channel.channel', { name: 'Canal', slug: 'canal' });
      await panel.call('POST', '/i18n/locales', {
        code: 'es',
        name: 'Spanish (es)',
        isDefault: false,
      });
      await panel.create(`${CATEGORY}?locale=es`, { name: 'Cardiología', slug: 'cardiologia' });
      await panel.create('api::vertical.vertical', {
        name: 'Línea',
        slug: 'linea',
        emailFromName: 'Escuela',
      });
    } finally {
      await app.stop();
    }
  });

  afterAll(() => database.drop());

  it('drafts switched off – fails while drafts exist', async () => {
    const output = await expectFailedStart(createRelease(RELEASE + 1, changes.drafts));
    expectOneLine(output);
    expect(output).toContain('api::channel.channel: drafts are switched off, with 1 drafts');
    expect(await query(database, 'SELECT name FROM channels')).toEqual([{ name: 'Canal' }]);
  });

  it('locales switched off – fails while translations exist', async () => {
    const output = await expectFailedStart(createRelease(RELEASE + 1, changes.locales));
    expectOneLine(output);
    expect(output).toContain('languages are switched off, with 1 translations');
    expect(await query(database, 'SELECT locale FROM categories')).toContainEqual({ locale: 'es' });
  });

  it('changed type of a column – fails while it has values', async () => {
    const [{ column } = { column: '' }] = await query<{ column: string }>(
      database,
      `SELECT data_type AS column FROM information_schema.columns
       WHERE table_name = 'verticals' AND column_name = 'email_from_name'`,
    );
    expect(column).toBe('character varying');
    const output = await expectFailedStart(createRelease(RELEASE + 1, changes.column));
    expectOneLine(output);
    expect(output).toContain('verticals.email_from_name holds values of type');
    expect(await query(database, 'SELECT email_from_name FROM verticals')).toEqual([
      { email_from_name: 'Escuela' },
    ]);
  });

  it('drafts switched off, and changed type of a column – succeed without drafts and values', async () => {
    await query(database, 'DELETE FROM channels');
    await query(database, 'UPDATE verticals SET email_from_name = NULL');
    await startNode(
      createRelease(RELEASE + 1, (to) => {
        changes.drafts(to);
        changes.column(to);
      }),
    );
  });
});

describe('start on an empty database', () => {
  beforeEach(async () => {
    database = await createDatabase();
  });

  afterEach(() => database.drop());

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
