import { createDatabase, type TestDatabase } from '../support/database';
import { pick, seededRandom } from '../support/random';
import { HOME, makeNewerRelease, PRODUCT, SPONSOR } from './newer';
import { openPanel, type Entry, type Panel } from './panel';
import { query, start, thisRelease, type Node, type Release } from './release';

const header = {
  modality: 'Online',
  duration: '10 horas',
  certificate: true,
  level: 'Básico',
  startingDate: 'Siempre abierto',
  lessonNumber: 10,
  language: [{ name: 'Español' }],
};

const productOf = (at: number) => ({
  title: `Producto ${at}`,
  slug: `producto-${at}`,
  SKU: `SKU-${at}`,
  payID: `prod_${at}`,
  order: at,
  type: 'Curso corto',
  header,
});

const addPicture = async (database: TestDatabase): Promise<number> => {
  const [file] = await query<{ id: number }>(
    database,
    `INSERT INTO files (document_id, name, hash, ext, mime, size, width, height, url, provider, folder_path)
     VALUES ('picture', 'picture.png', 'picture', '.png', 'image/png', 1, 10, 10,
       '/uploads/picture.png', 'local', '/') RETURNING id`,
  );
  if (file === undefined) throw new Error('no picture');
  return file.id;
};

/** Returns the additions of the newer release to a product, from the database. */
const readAdditions = async (
  database: TestDatabase,
  documentId: string,
): Promise<Record<string, unknown>[]> =>
  query(
    database,
    `SELECT p.published_at IS NOT NULL AS published, p.edition,
       (SELECT json_agg(c.remark) FROM products_cmps l
          JOIN components_product_headers c ON c.id = l.cmp_id
          WHERE l.entity_id = p.id AND l.field = 'header') AS remarks,
       (SELECT json_agg(json_build_array(c.text,
            (SELECT count(*) FROM files_related_mph f WHERE f.related_id = c.id
               AND f.related_type = 'product.appendix' AND f.field = 'picture')) ORDER BY l.order)
          FROM products_cmps l JOIN components_product_appendices c ON c.id = l.cmp_id
          WHERE l.entity_id = p.id AND l.field = 'appendices') AS appendices,
       (SELECT count(*)::int FROM files_related_mph f WHERE f.related_id = p.id
          AND f.related_type = 'api::product.product' AND f.field = 'plan') AS plans,
       (SELECT json_agg(s.published_at IS NOT NULL) FROM products_sponsors_lnk l
          JOIN sponsors s ON s.id = l.sponsor_id WHERE l.product_id = p.id) AS sponsors,
       (SELECT json_agg(s.published_at IS NOT NULL) FROM sponsors_favourite_lnk l
          JOIN sponsors s ON s.id = l.sponsor_id WHERE l.product_id = p.id) AS favoured
     FROM products p WHERE p.document_id = $1 ORDER BY p.published_at NULLS FIRST`,
    [documentId],
  );

const completeAdditions = (published: boolean) => ({
  published,
  edition: 'second',
  remarks: ['remarkable'],
  appendices: [
    ['first', 1],
    ['other', 1],
  ],
  plans: 1,
  sponsors: [published],
  favoured: [published],
});

/** Creates a published product with all additions of the newer release. */
const addRichProduct = async (panel: Panel, index: number, picture: number): Promise<Entry> => {
  const product = await panel.create(PRODUCT, {
    ...productOf(index),
    header: { ...header, remark: 'remarkable' },
    edition: 'second',
    plan: picture,
    appendices: [
      { text: 'first', picture },
      { text: 'other', picture },
    ],
  });
  await panel.publish(PRODUCT, product.documentId);
  const sponsor = await panel.create(SPONSOR, {
    name: `Sponsor ${index}`,
    products: { connect: [{ documentId: product.documentId }] },
    favourite: { connect: [{ documentId: product.documentId }] },
  });
  await panel.publish(SPONSOR, sponsor.documentId);
  // Publishes again, so that the published rows refer to each other.
  await panel.publish(PRODUCT, product.documentId);
  return product;
};

/** Saves the form like an editor: with all loaded values. */
const save = async (panel: Panel, documentId: string, change: object): Promise<void> => {
  const {
    title,
    slug,
    SKU,
    payID,
    order,
    type,
    header: head,
  } = await panel.read(PRODUCT, documentId);
  await panel.update(PRODUCT, documentId, {
    ...{ title, slug, SKU, payID, order, type, header: head },
    ...change,
  });
};

let newer: Release;

beforeAll(() => {
  newer = makeNewerRelease();
});

afterAll(() => newer.remove());

describe('older release on the database of a newer one', () => {
  let database: TestDatabase;
  let node: Node;
  let panel: Panel;

  const restart = async (release: Release): Promise<void> => {
    await node.stop();
    node = await start(release, { database });
    panel = await openPanel(node.url);
  };

  /** Returns the catalogue. */
  let edited: Entry;
  let withdrawn: Entry;
  let discarded: Entry;
  let olderReleasesEntry: Entry;
  let page: Entry;
  // Longer than the column of the older release.
  const name = 'n'.repeat(300);

  const createEntries = async (): Promise<void> => {
    const picture = await addPicture(database);
    edited = await addRichProduct(panel, 1, picture);
    withdrawn = await addRichProduct(panel, 2, picture);
    discarded = await addRichProduct(panel, 3, picture);
    await panel.create('api::category.category', { name, slug: 'long' });
    const vertical = await panel.create('api::vertical.vertical', {
      name: 'Medicina',
      slug: 'medicina',
    });
    page = await panel.create(HOME, {
      vertical: { connect: [{ documentId: vertical.documentId }] },
      seo: { author: 'Autor' },
      contents: [
        { __component: 'home.note-home', text: 'noted' },
        {
          __component: 'home.product-home',
          product: { connect: [{ documentId: edited.documentId }] },
        },
      ],
    });
    await panel.publish(HOME, page.documentId);
    const before = await readAdditions(database, edited.documentId);
    expect(before).toEqual([completeAdditions(false), completeAdditions(true)]);
  };

  const writeWithOlderRelease = async (): Promise<void> => {
    expect((await panel.read(PRODUCT, edited.documentId)).title).toBe('Producto 1');
    await save(panel, edited.documentId, { title: 'Edited' });
    await panel.publish(PRODUCT, edited.documentId);
    await panel.act(PRODUCT, withdrawn.documentId, 'unpublish');
    await panel.publish(PRODUCT, withdrawn.documentId);
    await save(panel, discarded.documentId, { title: 'Not meant' });
    await panel.act(PRODUCT, discarded.documentId, 'discard');
    olderReleasesEntry = await panel.create(PRODUCT, productOf(4));
    await panel.publish(PRODUCT, olderReleasesEntry.documentId);
    const homePage = await panel.read(HOME, page.documentId);
    await panel.update(HOME, page.documentId, {
      ...homePage,
      baseVersion: homePage.updatedAt,
      label: undefined,
    });
    await panel.publish(HOME, page.documentId);
    expect(await query(database, 'SELECT name FROM categories')).toEqual([{ name }]);
    const answer = await fetch(
      `${node.url}/api/home-pages/full-populate?lang=en&vertical=medicina`,
    );
    expect(answer.status).toBe(200);
  };

  const grants = ['plugin::content-manager.explorer.read', `${SPONSOR}.find`];

  const configurePanel = async (): Promise<void> => {
    const { data: roles } = await panel.call<{ data: { id: number; code: string }[] }>(
      'GET',
      '/admin/roles',
    );
    const marketing = roles.find(({ code }) => code === 'marketing');
    await query(
      database,
      `WITH granted AS (INSERT INTO admin_permissions (document_id, action, subject, properties, conditions)
         VALUES ('a', $1, $2, '{"fields":["name"]}', '[]'), ('b', $1, $3, '{"fields":["title","edition"]}', '[]')
         RETURNING id)
       INSERT INTO admin_permissions_role_lnk (permission_id, role_id) SELECT id, $4 FROM granted`,
      [grants[0], SPONSOR, PRODUCT, marketing?.id],
    );
    await query(
      database,
      `WITH role AS (INSERT INTO up_roles (document_id, name, type) VALUES ('r', 'Partner', 'partner') RETURNING id),
         granted AS (INSERT INTO up_permissions (document_id, action) VALUES ('p', $1) RETURNING id)
       INSERT INTO up_permissions_role_lnk (permission_id, role_id) SELECT granted.id, role.id FROM granted, role`,
      [grants[1]],
    );
    await panel.call('POST', '/admin/api-tokens', {
      name: 'Sponsors',
      description: '',
      type: 'custom',
      lifespan: null,
      permissions: [grants[1]],
    });
    type Configuration = {
      settings: object;
      layouts: object;
      metadatas: Record<string, { edit: Record<string, unknown>; list: Record<string, unknown> }>;
    };
    const address = (uid: string): string => `/content-manager/content-types/${uid}/configuration`;
    for (const [uid, field] of [
      [PRODUCT, 'edition'],
      [PRODUCT, 'title'],
      [SPONSOR, 'name'],
    ] as const) {
      const { data } = await panel.call<{ data: { contentType: Configuration } }>(
        'GET',
        address(uid),
      );
      const { settings, layouts, metadatas } = data.contentType;
      // Responses contain it, but requests must not.
      for (const { list } of Object.values(metadatas)) Reflect.deleteProperty(list, 'mainField');
      Object.assign(metadatas[field]?.edit ?? {}, { label: `Our ${field}` });
      await panel.call('PUT', address(uid), { settings, layouts, metadatas });
    }
  };

  /** Returns the stored settings of administrators. */
  const stored = async (): Promise<unknown[]> => [
    await query(
      database,
      `SELECT action, subject, properties FROM admin_permissions
       WHERE document_id IN ('a', 'b') ORDER BY document_id`,
    ),
    await query(
      database,
      `SELECT r.type FROM up_permissions p JOIN up_permissions_role_lnk l ON l.permission_id = p.id
         JOIN up_roles r ON r.id = l.role_id WHERE p.action = $1 ORDER BY r.type`,
      [grants[1]],
    ),
    await query(database, 'SELECT action FROM strapi_api_token_permissions WHERE action = $1', [
      grants[1],
    ]),
    await query(
      database,
      `SELECT key, value FROM strapi_core_store_settings
       WHERE key LIKE 'plugin_content_manager_configuration%'
         AND (key LIKE '%product.product' OR key LIKE '%sponsor%') ORDER BY key`,
    ),
    await query(
      database,
      `SELECT value FROM strapi_core_store_settings WHERE key = 'editor_layouts_hashes'`,
    ),
  ];

  /** Returns all functions, triggers and indexes of the database. */
  const definitions = (): Promise<unknown[]> =>
    query(
      database,
      `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
         WHERE pronamespace = 'public'::regnamespace AND prolang <> 13 AND prokind = 'f'
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f'
       UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index
       ORDER BY 1`,
    );

  type Snapshot = { stored: unknown[]; definitions: unknown[] };

  const takeSnapshot = async (): Promise<Snapshot> => ({
    stored: await stored(),
    definitions: await definitions(),
  });

  /** The settings and definitions before, while and after the older release used the database. */
  let before: Snapshot;
  let during: Snapshot;
  let after: Snapshot;

  beforeAll(async () => {
    database = await createDatabase();
    node = await start(newer, { database });
    panel = await openPanel(node.url);
    await createEntries();
    await configurePanel();
    before = await takeSnapshot();
    await restart(thisRelease);
    during = await takeSnapshot();
    await writeWithOlderRelease();
    await restart(newer);
    after = await takeSnapshot();
  });

  afterAll(async () => {
    await node.stop();
    await database.drop();
  });

  it('writes of the older release – keep all additions of the newer one', async () => {
    for (const { documentId } of [edited, discarded]) {
      expect(await readAdditions(database, documentId)).toEqual([
        completeAdditions(false),
        completeAdditions(true),
      ]);
    }
    // An unpublished entry is no longer a sponsor's favourite in any release.
    expect(await readAdditions(database, withdrawn.documentId)).toEqual([
      completeAdditions(false),
      { ...completeAdditions(true), favoured: null },
    ]);
    for (const status of ['draft', 'published'] as const) {
      const product = await panel.read(PRODUCT, edited.documentId, status);
      expect(product).toMatchObject({ title: 'Edited', edition: 'second' });
      const { contents } = await panel.read(HOME, page.documentId, status);
      expect(contents).toMatchObject([{ text: 'noted' }, { __component: 'home.product-home' }]);
    }
    expect((await panel.read(PRODUCT, discarded.documentId)).title).toBe('Producto 3');
    await save(panel, olderReleasesEntry.documentId, { edition: 'first' });
    await panel.publish(PRODUCT, olderReleasesEntry.documentId);
  });

  it('settings of administrators for the newer release – are kept', () => {
    for (const field of ['edition', 'title', 'name']) {
      expect(JSON.stringify(before.stored).includes(`Our ${field}`)).toBe(true);
    }
    expect(during.stored).toEqual(before.stored);
    expect(after.stored).toEqual(before.stored);
  });

  it('triggers and functions of the newer release – are kept', () => {
    expect(JSON.stringify(before.definitions)).toContain('sponsors');
    expect(during.definitions).toEqual(before.definitions);
  });
});

describe('two releases at the same time', () => {
  let database: TestDatabase;
  const nodes: Node[] = [];

  const add = async (release: Release): Promise<Node> => {
    const node = await start(release, { database });
    nodes.push(node);
    return node;
  };

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.drop();
  });

  it('concurrent writes – keep all additions of the newer release', async () => {
    // As in a rolling update: the older release runs before the additions exist.
    const oldPanel = await openPanel((await add(thisRelease)).url);
    const untouched = await oldPanel.create(PRODUCT, productOf(100));
    await oldPanel.publish(PRODUCT, untouched.documentId);
    const newPanel = await openPanel((await add(newer)).url);
    const picture = await addPicture(database);
    const products: Entry[] = [];
    for (let at = 0; at < 4; at += 1) products.push(await addRichProduct(newPanel, at, picture));
    const page = await newPanel.create(HOME, {
      seo: { author: 'Autor' },
      contents: [{ __component: 'home.note-home', text: 'noted' }],
    });
    // Starts after the newer one, as when a node of the older release is replaced.
    const latePanel = await openPanel((await add(thisRelease)).url);

    const random = seededRandom();
    const panels = [oldPanel, newPanel, latePanel];
    const steps = products.map(({ documentId }, index) =>
      Array.from({ length: 6 }, (_, step) => {
        // Each release publishes each product at least once.
        const panel = panels[(index + step) % 3] ?? oldPanel;
        const kind = step < 3 ? 'publish' : pick(random, ['publish', 'save', 'discard']);
        return async (): Promise<void> => {
          if (kind === 'save') await save(panel, documentId, { title: `Step ${step}` });
          else if (kind === 'discard') await panel.act(PRODUCT, documentId, 'discard');
          else await panel.publish(PRODUCT, documentId);
        };
      }),
    );
    await Promise.all(
      steps.map(async (ownSteps) => {
        for (const step of ownSteps) await step();
      }),
    );
    await oldPanel.publish(PRODUCT, untouched.documentId);
    const homePage = await oldPanel.read(HOME, page.documentId);
    expect(homePage.contents).toMatchObject([{ text: 'noted' }]);
    await oldPanel.update(HOME, page.documentId, { contents: homePage.contents });
    for (const { documentId } of products) {
      expect(await readAdditions(database, documentId)).toEqual([
        completeAdditions(false),
        completeAdditions(true),
      ]);
    }
    const { contents } = await newPanel.read(HOME, page.documentId);
    expect(contents).toMatchObject([{ text: 'noted' }]);
  });
});
