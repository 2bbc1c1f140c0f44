import type { Core, UID } from '@strapi/types';
import { validate } from '@strapi/utils';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from './with-strapi';
import { loadCoreModule } from './core-internals';
import { loadDocumentEvents } from './document-events';
import type { AnyDocument } from './documents';
import { listMirroredRelations, mirrorRelations } from './mirrored-relations';
import { findModel, type ModelSchema } from './models';
import { sql, type Transaction } from './queries';
import { shareFieldsAmongDrafts } from './shared-fields';

type Parameters = { documentId?: string; status?: string; locale?: unknown } & Record<
  string,
  unknown
>;

type PublishResult = { documentId: string; entries: AnyDocument[] };

type Repository = {
  publish?: (parameters: Parameters) => Promise<PublishResult>;
  update: (parameters: Parameters) => Promise<AnyDocument | null>;
};

type Data = Record<string, unknown>;

type Entries = { update: (entry: AnyDocument, parameters: object) => Promise<AnyDocument> };

type Lookup = Parameters & { lookup?: { locale?: unknown } };

const loadServiceModule = (file: string): unknown =>
  loadCoreModule(`./services/document-service/${file}.js`);

/** Returns the functions of `@strapi/core` that perform a publication. */
export const loadPublicationInternals = () => {
  const { createEntriesService } = loadServiceModule('entries') as {
    createEntriesService: (uid: string, validator: unknown) => Entries;
  };
  const { transformData, clearTransformDataRequestCache } = loadServiceModule('transform/data') as {
    transformData: (data: Data, options: object) => Promise<Data>;
    clearTransformDataRequestCache: () => void;
  };
  const { getDeepPopulate } = loadServiceModule('utils/populate') as {
    getDeepPopulate: (uid: string, options: object) => Data;
  };
  const { addFirstPublishedAtToDraft } = loadServiceModule('first-published-at') as {
    addFirstPublishedAtToDraft: (
      draft: AnyDocument,
      update: Entries['update'],
      contentType: unknown,
    ) => Promise<AnyDocument>;
  };
  const { defaultLocale, multiLocaleToLookup } = loadServiceModule(
    'internationalization',
  ) as Record<
    'defaultLocale' | 'multiLocaleToLookup',
    (contentType: unknown, parameters: Parameters) => Promise<Lookup>
  >;
  return {
    createEntriesService,
    transformData,
    clearTransformDataRequestCache,
    getDeepPopulate,
    addFirstPublishedAtToDraft,
    defaultLocale,
    multiLocaleToLookup,
  };
};

/** Returns Strapi's default entity validator. */
const loadEntityValidator = (): unknown => loadCoreModule('./services/entity-validator/index.js');

/** Returns the module whose function creates the Document Service of each type. */
export const loadDocumentRepositories = () =>
  loadServiceModule('repository') as {
    createContentTypeRepository: (uid: string, validator?: unknown) => Repository;
  };

/** Validates the parameters of a publication as Strapi does. */
const validateParameters = async (
  { strapi }: WithStrapi,
  uid: string,
  { fields, populate }: Parameters,
): Promise<void> => {
  const context = {
    schema: strapi.contentType(uid as UID.ContentType),
    getModel: (name: string) => strapi.getModel(name as UID.Schema),
  };
  const { validators } = validate;
  if (fields) await validators.validateFields(context, fields, ['scalarAttributes']);
  if (populate) {
    await validators.validatePopulate(context, populate, {
      sort: ['nonAttributesOperators', 'dynamicZones', 'morphRelations'],
      field: ['scalarAttributes'],
      filters: ['nonAttributesOperators', 'dynamicZones', 'morphRelations'],
      populate: ['nonAttributesOperators'],
    } as never);
  }
};

const omitId = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'id'));

const withoutId = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutId);
  if (typeof part !== 'object' || part === null) return part;
  return omitId(part as Data);
};

/** Removes the ids of a draft's components, so that they are copied and not shared. */
const copyParts = ({ attributes }: ModelSchema, data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const { type = '' } = attributes[name] ?? {};
      return [name, ['component', 'dynamiczone'].includes(type) ? withoutId(value) : value];
    }),
  );

type Pair = { locale: string | null; draft: number; published: number };

/**
 * Returns the locales of a document whose published row can be updated, and those that are not
 * published yet. Returns null where rows are missing or duplicated, which only Strapi's own
 * publication repairs. It locks drafts first, as saving and publishing do, so that concurrent
 * publications wait.
 */
const findPairs = async (
  { strapi }: WithStrapi,
  trx: Transaction,
  uid: UID.ContentType,
  { documentId, lookup }: Lookup,
): Promise<{ pairs: readonly Pair[]; others: readonly string[] } | null> => {
  const locales = lookup?.locale === undefined ? null : [lookup.locale].flat();
  const { rows } = await sql(
    { strapi, trx },
    `SELECT id, locale, published_at IS NOT NULL AS "isPublished"
     FROM ${escapeIdentifier(strapi.db.metadata.get(uid).tableName)}
     WHERE document_id = ? AND (?::text[] IS NULL OR locale = ANY (?::text[]))
     ORDER BY published_at IS NOT NULL, id FOR NO KEY UPDATE`,
    [documentId, locales, locales],
  );
  const byLocale = new Map<string | null, { drafts: number[]; published: number[] }>();
  for (const { id, locale, isPublished } of rows) {
    const language = typeof locale === 'string' ? locale : null;
    const pair = byLocale.get(language) ?? { drafts: [], published: [] };
    (isPublished === true ? pair.published : pair.drafts).push(Number(id));
    byLocale.set(language, pair);
  }
  const pairs: Pair[] = [];
  const others: string[] = [];
  for (const [locale, { drafts, published }] of byLocale) {
    const [draft] = drafts;
    const [current] = published;
    if (draft === undefined || drafts.length > 1 || published.length > 1) return null;
    if (current !== undefined) pairs.push({ locale, draft, published: current });
    else if (locale !== null) others.push(locale);
    else return null;
  }
  return { pairs, others };
};

const createPublication = (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  validator: unknown,
  ownPublish: NonNullable<Repository['publish']>,
) => {
  const insides = loadPublicationInternals();
  const contentType = strapi.contentType(uid);
  const entries = insides.createEntriesService(uid, validator);
  const events = loadDocumentEvents().createEventManager(strapi, uid);

  const publishPair = async (
    trx: Transaction,
    { locale, draft: id, published }: Pair,
    parameters: Lookup,
  ): Promise<AnyDocument> => {
    const mirrored = listMirroredRelations({ strapi }, uid);
    const populate = {
      ...insides.getDeepPopulate(uid, { relationalFields: ['documentId', 'locale'] }),
    };
    for (const name of mirrored) Reflect.deleteProperty(populate, name);
    const row = (await strapi.db.query(uid).findOne({ where: { id }, populate })) as AnyDocument;
    const draft = await insides.addFirstPublishedAtToDraft(row, entries.update, contentType);
    insides.clearTransformDataRequestCache();
    const data = await insides.transformData(
      { ...omitId(draft), publishedAt: new Date() },
      { uid, locale, status: 'published', allowMissingId: true, useRequestCache: false },
    );
    await mirrorRelations({ strapi }, trx, uid, { draft: id, published });
    const model = findModel({ strapi }, uid);
    const entry = { ...draft, id: published, publishedAt: data.publishedAt };
    const updatedEntry = await entries.update(entry, {
      ...parameters,
      data: model === undefined ? data : copyParts(model, data),
      locale,
      status: 'published',
    });
    // Strapi sets the update time to now. Forms compare it, so the published row gets the draft's.
    const table = escapeIdentifier(strapi.db.metadata.get(uid).tableName);
    await sql(
      { strapi, trx },
      `UPDATE ${table} p SET updated_at = d.updated_at FROM ${table} d WHERE p.id = ? AND d.id = ?`,
      [published, id],
    );
    return 'updatedAt' in updatedEntry
      ? { ...updatedEntry, updatedAt: draft.updatedAt }
      : updatedEntry;
  };

  return async (parameters: Parameters): Promise<PublishResult> =>
    strapi.db.transaction(async ({ trx }) => {
      await validateParameters({ strapi }, uid, parameters);
      const { documentId = '', ...rest } = parameters;
      const query = await insides.multiLocaleToLookup(
        contentType,
        await insides.defaultLocale(contentType, rest),
      );
      const existing = await findPairs({ strapi }, trx, uid, { ...query, documentId });
      if (existing === null || existing.pairs.length === 0) return ownPublish(parameters);
      const republished: AnyDocument[] = [];
      for (const pair of existing.pairs) republished.push(await publishPair(trx, pair, query));
      for (const entry of republished) events.emitEvent('entry.publish', entry);
      if (existing.others.length === 0) return { documentId, entries: republished };
      const first = await ownPublish({ ...parameters, locale: existing.others });
      return { documentId, entries: [...republished, ...first.entries] };
    });
};

let serving: Core.Strapi | undefined;

const replaced = new WeakSet<
  ReturnType<typeof loadDocumentRepositories>['createContentTypeRepository']
>();

/**
 * Publishes an already published entry by updating its published row. Strapi deletes that row and
 * inserts another, with every link from and to it. A channel of 2,500 products in two locales takes
 * a second of PostgreSQL and CPU time, although most links are unchanged. For a product, Strapi
 * looks up the last position in each of its lists. First publications and unusual states are left
 * to Strapi.
 *
 * The row keeps its id. Links to many entries are compared and updated by one statement each
 * (`mirrored-relations.ts`). Components, files and other values are written as Strapi writes those
 * of drafts.
 *
 * It replaces `createContentTypeRepository` of `@strapi/core`'s `document-service/repository.js`,
 * below all document middlewares. They see the same actions and parameters as before. Call it in
 * `register`.
 */
export const publishInPlace = ({ strapi }: WithStrapi): void => {
  serving = strapi;
  const repositories = loadDocumentRepositories();
  const { createContentTypeRepository } = repositories;
  if (replaced.has(createContentTypeRepository)) return;
  repositories.createContentTypeRepository = (uid, validator = loadEntityValidator()) => {
    const stock = createContentTypeRepository(uid, validator);
    if (serving === undefined) return stock;
    const context = { strapi: serving };
    const repository = shareFieldsAmongDrafts(context, uid, stock);
    const { publish: ownPublish, update } = repository;
    if (ownPublish === undefined) return repository;
    const publish = createPublication(context, uid as UID.ContentType, validator, ownPublish);
    return {
      ...repository,
      publish,
      update: async (parameters) => {
        const { status, ...rest } = parameters;
        if (status !== 'published') return update(parameters);
        return context.strapi.db.transaction(async () => {
          const draft = await update(rest);
          if (draft === null) return null;
          const { entries } = await publish(parameters);
          return entries[0] ?? null;
        });
      },
    };
  };
  replaced.add(repositories.createContentTypeRepository);
};
