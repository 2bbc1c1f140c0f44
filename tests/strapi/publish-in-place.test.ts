import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { App } from '../support/app';
import { share } from '../support/effort';
import { pick, seededRandom, shuffled } from '../support/random';
import { loadCoreModule } from '#platform/strapi/core-internals';
import { getDocumentService, type AnyDocument } from '#platform/strapi/documents';
import { listContentTypes, isLocalized, type ContentTypeSchema } from '#platform/strapi/models';
import { startWithDatabase } from './support';

/** Tests publishing an already published entry: its published row is updated, and its links stay. */

const CHANNEL = 'api::channel.channel';
const PRODUCT = 'api::product.product';
const EDITS = 40;

const random = seededRandom();

let app: App;
let client: Client;
let stopService: () => Promise<void>;

beforeAll(async () => {
  ({ app, client, stop: stopService } = await startWithDatabase());
});

afterAll(() => stopService());

const rowsOf = async (statement: string, values: unknown[] = []): Promise<unknown[]> =>
  (await client.query<Record<string, unknown>>(statement, values)).rows;

/** Returns all data of a version, with its relations in order. */
const versionOf = async (
  uid: string,
  { documentId, locale }: { documentId: string; locale?: string | undefined },
  status: 'draft' | 'published',
): Promise<AnyDocument> => {
  const { getDeepPopulate } = loadCoreModule('./services/document-service/utils/populate.js') as {
    getDeepPopulate: (of: string, options: object) => object;
  };
  const populate = getDeepPopulate(uid, { relationalFields: ['documentId', 'locale'] });
  const row = (await app.strapi.db.query(uid).findOne({
    where: {
      documentId,
      ...(locale !== undefined && { locale }),
      publishedAt: { [status === 'draft' ? '$null' : '$notNull']: true },
    },
    populate,
  })) as AnyDocument | null;
  if (row === null) throw new Error(`There is no ${status} version of ${documentId}`);
  return row;
};

const rowFields = new Set(['id', 'publishedAt']);

/** Removes the differences between two rows with equal content. */
const contentOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !rowFields.has(name))
      .map(([name, inner]) => [name, contentOf(inner)]),
  );
};

const findPublished = async (uid: string): Promise<readonly AnyDocument[]> =>
  getDocumentService(app, uid).findMany({ status: 'published', locale: '*' });

const findSpanish = async (uid: string): Promise<readonly AnyDocument[]> =>
  (await findPublished(uid)).filter(({ locale }) => locale === 'es');

const idsOf = (documents: readonly AnyDocument[]): string[] => [
  ...new Set(documents.map(({ documentId }) => documentId)),
];

/** Returns all links between published products and channels, with their positions on both sides. */
const readLinks = (): Promise<unknown[]> =>
  rowsOf(
    `SELECT l.* FROM products_channels_lnk l JOIN products p ON p.id = l.product_id
     WHERE p.published_at IS NOT NULL ORDER BY l.id`,
  );

it('publish – unchanged entry – keeps the row id and all links', async () => {
  const [channel] = await findPublished(CHANNEL);
  const { documentId = '', id } = channel ?? {};
  const before = await readLinks();
  expect(before.length).toBeGreaterThan(0);

  const { entries } = await getDocumentService(app, CHANNEL).publish({ documentId });

  expect(entries.map((entry) => entry.id)).toEqual([id]);
  expect(await readLinks()).toEqual(before);
});

it('publish – added, removed and reordered relations – shows the content of the draft', async () => {
  const pool = {
    channels: idsOf(await findPublished(CHANNEL)),
    categories: idsOf(await findSpanish('api::category.category')),
    protagonists: idsOf(await findSpanish('api::protagonist.protagonist')),
  };
  const products = await findSpanish(PRODUCT);
  const edited = shuffled(random, products).slice(0, 6);
  const randomSubset = (ids: readonly string[]): string[] =>
    shuffled(random, ids).slice(0, 1 + Math.floor(random() * ids.length));

  for (let at = 0; at < EDITS; at += 1) {
    if (random() < 0.3) {
      const documentId = pick(random, pool.channels);
      const set = shuffled(random, products)
        .slice(0, 1 + Math.floor(random() * products.length))
        .map((product) => ({ documentId: product.documentId, locale: product.locale }));
      const data = { description: `Text ${at}`, products: { set } };
      await getDocumentService(app, CHANNEL).update({ documentId, data, status: 'published' });
      const [draft, shown] = await Promise.all([
        versionOf(CHANNEL, { documentId }, 'draft'),
        versionOf(CHANNEL, { documentId }, 'published'),
      ]);
      expect(contentOf(shown)).toEqual(contentOf(draft));
      continue;
    }
    const { documentId, locale } = pick(random, edited);
    const of = { documentId, locale: locale ?? undefined };
    const relation = pick(random, ['channels', 'categories', 'protagonists'] as const);
    const data = { acronym: `A${at}`, [relation]: { set: randomSubset(pool[relation]) } };
    if (random() < 0.5) {
      await getDocumentService(app, PRODUCT).update({ ...of, data, status: 'published' });
    } else {
      await getDocumentService(app, PRODUCT).update({ ...of, data });
      await getDocumentService(app, PRODUCT).publish(of);
    }
    const [draft, shown] = await Promise.all([
      versionOf(PRODUCT, of, 'draft'),
      versionOf(PRODUCT, of, 'published'),
    ]);
    expect(contentOf(shown)).toEqual(contentOf(draft));
  }
});

it('publish – product of a channel – keeps the order of the channel’s products', async () => {
  const [channel] = await findPublished(CHANNEL);
  const of = { documentId: channel?.documentId ?? '' };
  const productsShown = async (): Promise<string[]> =>
    ((await versionOf(CHANNEL, of, 'published')).products as AnyDocument[]).map(
      ({ documentId, locale }) => `${documentId} ${locale}`,
    );
  const before = await productsShown();
  const listedProduct = (await findPublished(PRODUCT)).find(({ documentId, locale }) =>
    before.slice(0, -1).includes(`${documentId} ${locale}`),
  );
  const { documentId = '', locale = '' } = listedProduct ?? {};

  await getDocumentService(app, PRODUCT).publish({ documentId, locale });

  expect(await productsShown()).toEqual(before);
});

it('publish – draft and published version – share no components', async () => {
  const [product] = await findSpanish(PRODUCT);
  const of = { documentId: product?.documentId ?? '', locale: 'es' };
  await getDocumentService(app, PRODUCT).publish(of);
  const parts = await rowsOf(
    `SELECT field, cmp_id, count(*) FROM products_cmps GROUP BY component_type, field, cmp_id HAVING count(*) > 1`,
  );
  expect(parts).toEqual([]);
  const { seo } = (await versionOf(PRODUCT, of, 'draft')) as { seo?: { id: number } | null };
  await getDocumentService(app, PRODUCT).update({
    ...of,
    data: { seo: { ...(seo ? { id: seo.id } : {}), title: 'Draft only', description: 'Draft' } },
  });
  expect(await versionOf(PRODUCT, of, 'published')).not.toMatchObject({
    seo: { title: 'Draft only' },
  });
});

it('publish all locales – one not published yet – creates it and keeps the row of the other', async () => {
  const [one] = await findSpanish(PRODUCT);
  const documentId = one?.documentId ?? '';
  const english = await getDocumentService(app, PRODUCT).findOne({ documentId, locale: 'en' });
  if (english !== null)
    await getDocumentService(app, PRODUCT).unpublish({ documentId, locale: 'en' });
  const { entries } = await getDocumentService(app, PRODUCT).publish({ documentId, locale: '*' });
  expect(entries.map(({ locale }) => locale).sort()).toEqual(
    english === null ? ['es'] : ['en', 'es'],
  );
  expect(entries.find(({ locale }) => locale === 'es')?.id).toBe(one?.id);
});

it('concurrent saves and publications – published version equals the last draft', async () => {
  const [product] = await findSpanish(PRODUCT);
  const of = { documentId: product?.documentId ?? '', locale: 'es' };
  const documents = getDocumentService(app, PRODUCT);
  await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? documents.publish(of)
        : documents.update({ ...of, data: { acronym: `B${index}` }, status: 'published' }),
    ),
  );
  const [draft, shown] = await Promise.all([
    versionOf(PRODUCT, of, 'draft'),
    versionOf(PRODUCT, of, 'published'),
  ]);
  expect(isDeepStrictEqual(contentOf(shown), contentOf(draft))).toBe(true);
});

describe('published versions in several locales', () => {
  const TEMPLATE = 'api::email-template.email-template';
  const LOCALES = ['es', 'en'] as const;
  type Locale = (typeof LOCALES)[number];

  /** Text fields without further rules. */
  const TEXTS = ['acronym', 'ImpactText', 'middleTitle', 'cv', 'description', 'name', 'subject'];

  const types = (): ContentTypeSchema[] =>
    listContentTypes(app).filter((model) => model.uid.startsWith('api::') && isLocalized(model));

  const createTemplate = async (): Promise<string> => {
    const text = { subject: 'Hello', body: 'Hello {{ name }}' };
    const { documentId } = await getDocumentService(app, TEMPLATE).create({
      data: { ...text, kind: 'welcome' },
      locale: 'en',
      status: 'published',
    });
    const data = { subject: 'Hola', body: 'Hola {{ name }}' };
    await getDocumentService(app, TEMPLATE).update({ documentId, data, locale: 'es' });
    await getDocumentService(app, TEMPLATE).publish({ documentId, locale: 'es' });
    return documentId;
  };

  /** Returns a document that is published in both locales. */
  const findBilingual = async (uid: string): Promise<string> => {
    if (uid === TEMPLATE) return createTemplate();
    const all = await findPublished(uid);
    const english = new Set(idsOf(all.filter(({ locale }) => locale === 'en')));
    const both = all.filter(({ documentId, locale }) => locale === 'es' && english.has(documentId));
    return pick(random, both).documentId;
  };

  const readPublished = async (
    { uid, collectionName }: ContentTypeSchema,
    documentId: string,
  ): Promise<Map<string, unknown>> => {
    const rows = (await rowsOf(
      `SELECT id, locale, to_jsonb(t) AS row FROM ${collectionName} t
       WHERE document_id = $1 AND published_at IS NOT NULL`,
      [documentId],
    )) as { id: number; locale: string; row: unknown }[];
    const versions = new Map<string, unknown>();
    for (const { id, locale, row } of rows) {
      const version = await versionOf(uid, { documentId, locale }, 'published');
      versions.set(locale, { id, row, version });
    }
    return versions;
  };

  /** Runs a function while the given fields of a type are shared between locales. */
  const withSharedFields = async (
    { attributes }: ContentTypeSchema,
    names: readonly string[],
    run: () => Promise<void>,
  ): Promise<void> => {
    const all = names.flatMap((name) => attributes[name] ?? []) as {
      pluginOptions?: { i18n?: { localized?: boolean } };
    }[];
    const before = all.map(({ pluginOptions }) => pluginOptions);
    for (const attribute of all) attribute.pluginOptions = { i18n: { localized: false } };
    try {
      await run();
    } finally {
      all.forEach((attribute, index) => Object.assign(attribute, { pluginOptions: before[index] }));
    }
  };

  it('publish one locale – keeps the published version of the other; drafts share unlocalized fields', async () => {
    // Pages come first, because the entries that they show must still be published.
    const isPage = ({ uid }: ContentTypeSchema): boolean => uid.endsWith('-page');
    const pagesFirst = types().toSorted(
      (type, other) => Number(isPage(other)) - Number(isPage(type)),
    );
    const lines = idsOf(await getDocumentService(app, 'api::vertical.vertical').findMany({}));
    const files = (await app.strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { mime: { $startsWith: 'image/' } }, limit: 9 })) as { id: number }[];
    for (const type of pagesFirst) {
      const { uid, attributes } = type;
      const text = TEXTS.find((name) => name in attributes);
      const picture = Object.keys(attributes).find((name) => attributes[name]?.type === 'media');
      // Relations belong to one locale. Two pages of a type cannot belong to one business line.
      const line = ['verticals', ...(isPage(type) ? [] : ['vertical'])].find(
        (name) => name in attributes,
      );
      const fields = [text, picture, 'seo' in attributes ? 'seo' : undefined].filter(
        (name) => name !== undefined,
      );
      const documentId = await findBilingual(uid);
      const documents = getDocumentService(app, uid);
      let count = 0;

      const save = (locale: Locale): Promise<unknown> => {
        count += 1;
        const data = {
          ...(text !== undefined && { [text]: `Text ${count}` }),
          ...('seo' in attributes && { seo: { title: `Title ${count}`, author: 'Author' } }),
          ...(picture !== undefined && { [picture]: pick(random, files).id }),
          ...(line !== undefined && { [line]: [pick(random, lines)] }),
          ...(uid === TEMPLATE && { kind: pick(random, ['welcome', 'password-changed']) }),
        };
        const status = random() < 0.3 ? { status: 'published' } : {};
        return documents.update({ documentId, locale, data, ...status });
      };
      const actions = [
        save,
        save,
        (locale: Locale) => documents.publish({ documentId, locale }),
        // Strapi deletes a draft that was never published.
        async (locale: Locale) => {
          if (!(await readPublished(type, documentId)).has(locale)) return;
          await documents.discardDraft({ documentId, locale });
        },
        (locale: Locale) => documents.unpublish({ documentId, locale }),
      ];

      await withSharedFields(type, fields, async () => {
        await save('es');
        for (let at = 0; at < share(18); at += 1) {
          const locale = pick(random, LOCALES);
          const before = await readPublished(type, documentId);
          await pick(random, actions)(locale);
          const after = await readPublished(type, documentId);
          const [other] = LOCALES.filter((item) => item !== locale);
          expect({ uid, at, other: after.get(other ?? '') }).toEqual({
            uid,
            at,
            other: before.get(other ?? ''),
          });
          const [spanishDraft, englishDraft] = await Promise.all(
            LOCALES.map((item) => versionOf(uid, { documentId, locale: item }, 'draft')),
          );
          const sharedOf = (draft: AnyDocument | undefined): unknown => ({
            text: draft?.[text ?? ''],
            title: (draft?.seo as { title?: string } | undefined)?.title,
            kind: draft?.kind,
            picture: (draft?.[picture ?? ''] as { id: number } | undefined)?.id,
          });
          expect({ uid, at, ...(sharedOf(spanishDraft) as object) }).toEqual({
            uid,
            at,
            ...(sharedOf(englishDraft) as object),
          });
        }
      });
    }
  });

  it('publish English with another kind – keeps the published kind of the Spanish e-mail', async () => {
    const documentId = await createTemplate();
    const documents = getDocumentService(app, TEMPLATE);
    await documents.update({ documentId, locale: 'en', data: { kind: 'password-changed' } });
    await documents.publish({ documentId, locale: 'en' });

    const kindOf = async (locale: string, status: 'draft' | 'published'): Promise<unknown> =>
      (await versionOf(TEMPLATE, { documentId, locale }, status)).kind;
    expect(await kindOf('en', 'published')).toBe('password-changed');
    expect(await kindOf('es', 'published')).toBe('welcome');
    expect(await kindOf('es', 'draft')).toBe('password-changed');

    await documents.publish({ documentId, locale: 'es' });
    expect(await kindOf('es', 'published')).toBe('password-changed');
  });

  it('new locale – receives the shared fields of the drafts', async () => {
    const documents = getDocumentService(app, TEMPLATE);
    const text = { subject: 'Hello', body: 'Hello {{ name }}' };
    const { documentId } = await documents.create({
      data: { ...text, kind: 'welcome' },
      locale: 'en',
      status: 'published',
    });
    await documents.update({ documentId, locale: 'en', data: { kind: 'password-changed' } });
    await documents.update({ documentId, locale: 'es', data: text });
    for (const locale of LOCALES) {
      const draft = await versionOf(TEMPLATE, { documentId, locale }, 'draft');
      expect({ locale, kind: draft.kind }).toEqual({ locale, kind: 'password-changed' });
    }
  });
});
