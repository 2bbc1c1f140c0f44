import fc from 'fast-check';
import { channel, channelListItem } from '#api/channel/contract';
import { seriesEpisodes } from '#api/episode/contract';
import { live } from '#api/live/contract';
import { channelsPage } from '#api/channels-page/contract';
import { companyPage } from '#api/company-page/contract';
import { homePage } from '#api/home-page/contract';
import { platformPage } from '#api/platform-page/contract';
import { presentialsPage } from '#api/presentials-page/contract';
import { shelvesPage } from '#catalogue/shelves-page';
import { channelProduct, product, productDetail } from '#api/product/contract';
import { protagonist } from '#api/protagonist/contract';
import { series, seriesSummary } from '#api/series/contract';
import { type DocumentFilter, includables } from '#delivery/plan/field-source';
import { linkAddressesOf } from '#delivery/engine';
import { createContractLookup } from '#delivery/plan/contract';
import { createModelLookup } from '#delivery/plan/model';
import { findModel } from '#platform/strapi/models';
import { createSelectionKeys } from '#delivery/invalidation/keys';
import type { DocumentQuery } from '#delivery/readers/reader';
import { parseReferences } from '#delivery/selections/selection-cache';
import type { VisibleDraft } from '#delivery/readers/reader';
import { openConnections, type Connections } from '#delivery/readers/sql/connections';
import { createSqlReader } from '#delivery/readers/sql/reader';
import { createTableLookup } from '#platform/strapi/tables';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { drawEntry, type Draw, type Pool } from './random-entry';
import { createReferenceReader } from './reference-reader';

/**
 * Compares the compiled statements with a reference that reads Strapi's rows: after any edits, both return
 * identical JSON for every contract, key for key. So do previews of any draft.
 */

const forms = [
  ['api::product.product', product],
  ['api::product.product', productDetail],
  ['api::product.product', channelProduct],
  ['api::channel.channel', channel],
  ['api::channel.channel', channelListItem],
  ['api::series.series', series],
  ['api::series.series', seriesSummary],
  ['api::series.series', seriesEpisodes],
  ['api::protagonist.protagonist', protagonist],
  ['api::live.live', live],
  ['api::home-page.home-page', homePage],
  ['api::presentials-page.presentials-page', presentialsPage],
  ['api::books-page.books-page', shelvesPage],
  ['api::contents-page.contents-page', shelvesPage],
  ['api::company-page.company-page', companyPage],
  ['api::channels-page.channels-page', channelsPage],
  ['api::platform-page.platform-page', platformPage],
] as const;

const VERTICAL = 'api::vertical.vertical';

/** Sorted so that types come after those they can refer to. */
const types = [
  VERTICAL,
  'api::category.category',
  'api::protagonist.protagonist',
  'api::channel.channel',
  'api::live.live',
  'api::episode.episode',
  'api::series.series',
  'api::product.product',
  'api::home-page.home-page',
  'api::presentials-page.presentials-page',
  'api::books-page.books-page',
  'api::contents-page.contents-page',
  'api::company-page.company-page',
  'api::channels-page.channels-page',
  'api::platform-page.platform-page',
] as const;

let app: App;
let connections: Connections;
let compiled: ReturnType<typeof createSqlReader>;
let contracts: ReturnType<typeof createContractLookup>;
let serial = 0;

const documentIds = new Map<string, string[]>();
const files: number[] = [];

const createReader = (check: (text: string) => Promise<void>) => {
  const models = createModelLookup(app);
  return createSqlReader({
    models,
    tables: createTableLookup(app),
    selectionKeys: createSelectionKeys(models, new Map()),
    batchesAtOnce: 2,
    run: (text, values) => connections.run(text, values),
    check,
    media: () => Promise.resolve({ origin: 'https://cms.example', signs: null }),
  });
};

beforeAll(async () => {
  app = await startApp();
  const { strapi } = app;
  await ensureLanguages(app);
  const picture = {
    name: 'picture.png',
    hash: 'picture',
    ext: '.png',
    mime: 'image/png',
    size: 1,
    width: 10,
    height: 10,
    url: '/uploads/picture.png',
    provider: 'local',
    folderPath: '/',
  };
  const thumbnail = { name: 't', hash: 't', ext: '.png', mime: 'image/png', path: null };
  for (const data of [
    {},
    { formats: { thumbnail: { ...thumbnail, url: '/t.png', size: 1.5, width: 1, height: 2 } } },
    { formats: { thumbnail: { ...thumbnail, url: 'https://cdn/t', size: 2, sizeInBytes: 2001 } } },
    { mime: 'video/mp4', ext: '.mp4', width: null, height: null, previewUrl: '/p.jpg' },
    { alternativeText: 'Ñ "x"', caption: '', provider_metadata: { a: [1, null] }, size: 3.456 },
    { focalPoint: { x: 12.5, y: 100 } },
    { focalPoint: { x: '50', y: 101 } },
  ]) {
    const file = (await strapi.db
      .query('plugin::upload.file')
      .create({ data: { ...picture, ...data } })) as { id: number };
    files.push(file.id);
  }

  connections = openConnections(app.database.url, 2);
  const models = createModelLookup({ strapi });
  contracts = createContractLookup(models, linkAddressesOf({ strapi }), (name) =>
    strapi.config.get(`settings.${name}`),
  );
  compiled = createReader((text) => connections.check(text));
});

afterAll(async () => {
  await connections.end();
  await app.stop();
});

const reference = (draft: VisibleDraft | null = null) =>
  createReferenceReader(app, { origin: 'https://cms.example', draft });

const pool = (): Pool => ({ files, documents: documentIds });

const isLocalized = (uid: string): boolean =>
  findModel(app, uid)?.pluginOptions?.i18n !== undefined;

const hasDraftAndPublish = (uid: string): boolean =>
  findModel(app, uid)?.options?.draftAndPublish === true;

const drawLocale = (uid: string, draw: Draw): object =>
  isLocalized(uid) ? { locale: draw(fc.constantFrom, 'es', 'en') } : {};

type Action = 'create' | 'update' | 'publish' | 'unpublish' | 'delete';

type Service = Record<Action, (params: object) => Promise<{ documentId: string }>>;

const serviceOf = (uid: string): Service =>
  app.strapi.documents(uid as never) as unknown as Service;

/** Creates an entry, mostly in both locales and published. */
const create = async (uid: string, draw: Draw): Promise<void> => {
  const service = serviceOf(uid);
  const data = () => drawEntry(app, uid, draw, pool(), `e-${(serial += 1)}`);
  const { documentId } = await service.create({ ...drawLocale(uid, draw), data: data() });
  documentIds.set(uid, [...(documentIds.get(uid) ?? []), documentId]);
  if (isLocalized(uid) && draw(fc.nat, 7) > 0) {
    await service.update({ documentId, locale: 'es', data: data() });
    await service.update({ documentId, locale: 'en', data: data() });
  }
  if (hasDraftAndPublish(uid) && draw(fc.nat, 3) > 0)
    await service.publish({ documentId, locale: '*' });
};

/** Executes one random action of an editor. Rejected actions change nothing. */
const edit = async (draw: Draw): Promise<void> => {
  const uid = draw(() => fc.constantFrom<string>(...types));
  const service = serviceOf(uid);
  const existingIds = documentIds.get(uid) ?? [];
  const documentId =
    existingIds.length === 0 ? undefined : draw(() => fc.constantFrom(...existingIds));
  const where = { documentId, ...drawLocale(uid, draw) };
  try {
    if (documentId === undefined || draw(fc.boolean)) {
      await create(uid, draw);
      return;
    }
    const action = draw(() => fc.constantFrom<Action>('update', 'publish', 'unpublish', 'delete'));
    if (action === 'update') {
      const data = drawEntry(app, uid, draw, pool(), `e-${(serial += 1)}`);
      await service.update({ ...where, data, status: draw(fc.constantFrom, 'published', 'draft') });
    } else if (action !== 'delete' || draw(fc.nat, 3) === 0) {
      // Deletes are rare, so that enough entries remain.
      await service[action]({ ...where, locale: '*' });
      if (action === 'delete')
        documentIds.set(
          uid,
          existingIds.filter((id) => id !== documentId),
        );
    }
  } catch (error) {
    expect((error as Error).name).toMatch(/Error$/);
  }
};

const drawQueries = (draw: Draw): DocumentQuery[] => [
  { sort: ['documentId', 'locale'] },
  { sort: ['-documentId', 'locale'], locale: draw(fc.constantFrom, 'es', 'en', 'fr') },
];

const drawValues = (draw: Draw) => ({
  vertical: 'medicina',
  lang: draw(fc.constantFrom, undefined, 'es', 'en'),
});

/** Texts are compared instead of objects, because the order of keys is part of a contract. */
const normalize = (text: string): string => JSON.stringify(JSON.parse(text));

describe('a compiled contract', () => {
  let rendered = 0;
  let previewed = 0;

  /** Compares the documents of every contract, and returns the number of documents with a text. */
  const compare = async (draw: Draw, draft: VisibleDraft | null): Promise<number> => {
    const reader = draft === null ? compiled : compiled.preview(draft, { hasSources: true });
    const expected = await reference(draft);
    let documents = 0;
    for (const [uid, schema] of forms) {
      const contract = contracts(uid, schema, draw(fc.subarray, [...includables]));
      for (const query of drawQueries(draw)) {
        const references = parseReferences(await reader.select({ kind: 'list', uid, query }));
        expect(references).toEqual(await expected.list(uid, query));
        expect(await reader.select({ kind: 'count', uid, query })).toBe(String(references.length));
        const values = drawValues(draw);
        const texts = await reader.read(contract, references, values);
        const expectedTexts = await expected.read(contract, references, values);
        expect(texts.map((document) => normalize(String(document?.text ?? 'null')))).toEqual(
          expectedTexts.map(normalize),
        );
        // A text depends on every document in it.
        for (const document of texts) {
          const shownIds = [...String(document?.text ?? '').matchAll(/"documentId":"(\w+)"/g)];
          expect(document?.keys ?? []).toEqual(
            expect.arrayContaining(shownIds.map(([, documentId]) => documentId)),
          );
        }
        documents += texts.length;
      }
    }
    return documents;
  };

  it('random edits – render published documents and previews as the reference does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        // Most types need a business line, so without one hardly any entry could be created.
        if ((documentIds.get(VERTICAL) ?? []).length === 0) await create(VERTICAL, draw);
        for (let step = 0; step < 25; step += 1) await edit(draw);
        rendered += await compare(draw, null);
        const drafts = types
          .filter(hasDraftAndPublish)
          .flatMap((uid) => (documentIds.get(uid) ?? []).map((documentId) => [uid, documentId]));
        if (drafts.length === 0) return;
        const [uid = '', documentId = ''] = draw(() => fc.constantFrom(...drafts));
        const locales = isLocalized(uid)
          ? draw(() => fc.constantFrom(['es'], ['en'], ['es', 'en']))
          : [''];
        previewed += await compare(draw, { uid, documentId, locales });
      }),
      { numRuns: 14, endOnFailure: true },
    );
    expect(rendered).toBeGreaterThan(200);
    expect(previewed).toBeGreaterThan(200);
  });

  it('random filters – select the entries of the reference', async () => {
    const expected = await reference();
    const slugs = ['e-1', 'e-2', 'none'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...slugs),
        fc.constantFrom(undefined, 'es', 'en'),
        fc.nat(5),
        fc.integer({ min: 1, max: 4 }),
        fc.subarray(['Libro', 'Curso corto', 'Máster'], { minLength: 1 }),
        async (slug, locale, start, limit, type) => {
          const uid = 'api::product.product';
          const sort = ['order', 'documentId', 'locale'];
          const verticals = (await app.strapi.db.query(VERTICAL).findMany()) as {
            slug: string;
          }[];
          const choices: DocumentFilter[] = [
            { slug },
            { type },
            ...verticals.map((vertical) => ({ type, verticals: { slug: vertical.slug } })),
          ];
          for (const where of choices) {
            const query = { where, locale, sort };
            const window = { start, limit };
            const list = await compiled.select({ kind: 'list', uid, query, window });
            expect(parseReferences(list)).toEqual(await expected.list(uid, query, window));
            const count = await compiled.select({ kind: 'count', uid, query });
            expect(Number(count)).toBe(await expected.count(uid, query));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('checkStatements – deadlocks meanwhile – each next call checks the rest', async () => {
    const deadlock = new Error('deadlock detected');
    const all = new Set<string>();
    const recording = createReader((text) => {
      all.add(text);
      return Promise.resolve();
    });
    const tried = new Set<string>();
    const accepted = new Set<string>();
    const interrupted = createReader(async (text) => {
      if (!tried.has(text)) {
        tried.add(text);
        throw deadlock;
      }
      await connections.check(text);
      accepted.add(text);
    });
    for (const [uid, schema] of forms) {
      const contract = contracts(uid, schema);
      const before = all.size;
      await recording.checkStatements(contract);
      for (let count = before; count < all.size; count += 1) {
        await expect(interrupted.checkStatements(contract)).rejects.toBe(deadlock);
      }
      await interrupted.checkStatements(contract);
    }
    expect(all.size).toBeGreaterThan(1);
    // Each reader has a marker of its own, so the statements themselves differ.
    expect(accepted.size).toBe(all.size);
  });
});
