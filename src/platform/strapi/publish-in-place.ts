import type { Core, UID } from '@strapi/types';
import { validate } from '@strapi/utils';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../with-strapi';
import { core } from './core-internals';
import { documentEvents } from './document-events';
import type { AnyDocument } from './documents';
import { mirroredRelations, mirrorRelations } from './mirrored-relations';
import { findModel, type ModelSchema } from './models';
import { sql, type Transaction } from './queries';
import { shareFieldsAmongDrafts } from './shared-fields';

type Parameters = { documentId?: string; status?: string; locale?: unknown } & Record<
  string,
  unknown
>;

type Published = { documentId: string; entries: AnyDocument[] };

type Repository = {
  publish?: (parameters: Parameters) => Promise<Published>;
  update: (parameters: Parameters) => Promise<AnyDocument | null>;
};

type Data = Record<string, unknown>;

type Entries = { update: (entry: AnyDocument, parameters: object) => Promise<AnyDocument> };

type Lookup = Parameters & { lookup?: { locale?: unknown } };

const service = (file: string): unknown => core(`./services/document-service/${file}.js`);

/** The functions of `@strapi/core` that make up a publication. */
export const publicationInsides = () => {
  const { createEntriesService } = service('entries') as {
    createEntriesService: (uid: string, validator: unknown) => Entries;
  };
  const { transformData, clearTransformDataRequestCache } = service('transform/data') as {
    transformData: (data: Data, options: object) => Promise<Data>;
    clearTransformDataRequestCache: () => void;
  };
  const { getDeepPopulate } = service('utils/populate') as {
    getDeepPopulate: (uid: string, options: object) => Data;
  };
  const { addFirstPublishedAtToDraft } = service('first-published-at') as {
    addFirstPublishedAtToDraft: (
      draft: AnyDocument,
      update: Entries['update'],
      contentType: unknown,
    ) => Promise<AnyDocument>;
  };
  const { defaultLocale, multiLocaleToLookup } = service('internationalization') as Record<
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

/** What Strapi checks entries with, unless it is told otherwise. */
const entityValidator = (): unknown => core('./services/entity-validator/index.js');

/** The module, whose property makes the Document Service of each type. */
export const documentRepositories = () =>
  service('repository') as {
    createContentTypeRepository: (uid: string, validator?: unknown) => Repository;
  };

/** What Strapi asks of the parameters of a publication. */
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

/** The parts of a draft are copied, not shared. */
const copyParts = ({ attributes }: ModelSchema, data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const { type = '' } = attributes[name] ?? {};
      return [name, ['component', 'dynamiczone'].includes(type) ? withoutId(value) : value];
    }),
  );

type Pair = { locale: string | null; draft: number; published: number };

/**
 * The languages of a document whose published row can be written again, and those that are not published yet; null where
 * rows are missing or too many, which only Strapi's own way puts right. Whoever publishes the same at the same time waits
 * until this transaction is over: drafts are locked first, as who saves and publishes has locked one already.
 */
const pairsOf = async (
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
    const known = byLocale.get(language) ?? { drafts: [], published: [] };
    (isPublished === true ? known.published : known.drafts).push(Number(id));
    byLocale.set(language, known);
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
  const insides = publicationInsides();
  const contentType = strapi.contentType(uid);
  const entries = insides.createEntriesService(uid, validator);
  const events = documentEvents().createEventManager(strapi, uid);

  const publishPair = async (
    trx: Transaction,
    { locale, draft: id, published }: Pair,
    parameters: Lookup,
  ): Promise<AnyDocument> => {
    const mirrored = mirroredRelations({ strapi }, uid);
    const populate = {
      ...insides.getDeepPopulate(uid, { relationalFields: ['documentId', 'locale'] }),
    };
    for (const name of mirrored) Reflect.deleteProperty(populate, name);
    const found = (await strapi.db.query(uid).findOne({ where: { id }, populate })) as AnyDocument;
    const draft = await insides.addFirstPublishedAtToDraft(found, entries.update, contentType);
    insides.clearTransformDataRequestCache();
    const data = await insides.transformData(
      { ...omitId(draft), publishedAt: new Date() },
      { uid, locale, status: 'published', allowMissingId: true, useRequestCache: false },
    );
    await mirrorRelations({ strapi }, trx, uid, { draft: id, published });
    const model = findModel({ strapi }, uid);
    const entry = { ...draft, id: published, publishedAt: data.publishedAt };
    const shown = await entries.update(entry, {
      ...parameters,
      data: model === undefined ? data : copyParts(model, data),
      locale,
      status: 'published',
    });
    // Strapi says of what it updates that it changed now. Forms compare: what is published is as old as its draft.
    const table = escapeIdentifier(strapi.db.metadata.get(uid).tableName);
    await sql(
      { strapi, trx },
      `UPDATE ${table} p SET updated_at = d.updated_at FROM ${table} d WHERE p.id = ? AND d.id = ?`,
      [published, id],
    );
    return 'updatedAt' in shown ? { ...shown, updatedAt: draft.updatedAt } : shown;
  };

  return async (parameters: Parameters): Promise<Published> =>
    strapi.db.transaction(async ({ trx }) => {
      await validateParameters({ strapi }, uid, parameters);
      const { documentId = '', ...rest } = parameters;
      const query = await insides.multiLocaleToLookup(
        contentType,
        await insides.defaultLocale(contentType, rest),
      );
      const found = await pairsOf({ strapi }, trx, uid, { ...query, documentId });
      if (found === null || found.pairs.length === 0) return ownPublish(parameters);
      const again: AnyDocument[] = [];
      for (const pair of found.pairs) again.push(await publishPair(trx, pair, query));
      for (const entry of again) events.emitEvent('entry.publish', entry);
      if (found.others.length === 0) return { documentId, entries: again };
      const first = await ownPublish({ ...parameters, locale: found.others });
      return { documentId, entries: [...again, ...first.entries] };
    });
};

let serving: Core.Strapi | undefined;

const replaced = new WeakSet<
  ReturnType<typeof documentRepositories>['createContentTypeRepository']
>();

/**
 * Publishes an entry that is published already by writing its published row again. Strapi removes that row and makes
 * another one, and with it every link from and to it: for a channel of 2,500 products in two languages a second of
 * PostgreSQL and of the process, although what it leads to is mostly what it was; a product has its last place in each
 * of its lists looked for. What is published for the first time, and what is odd, is left to Strapi.
 *
 * The row keeps its number. Links to many are compared and brought in line by one statement each
 * (`mirrored-relations.ts`); parts, files and all other values are written as Strapi writes those of drafts.
 *
 * Replaces `createContentTypeRepository` of `@strapi/core`'s `document-service/repository.js`, below all document
 * middlewares: they see the same actions with the same parameters as before. Call it in `register`.
 */
export const publishInPlace = ({ strapi }: WithStrapi): void => {
  serving = strapi;
  const repositories = documentRepositories();
  const { createContentTypeRepository } = repositories;
  if (replaced.has(createContentTypeRepository)) return;
  repositories.createContentTypeRepository = (uid, validator = entityValidator()) => {
    const stock = createContentTypeRepository(uid, validator);
    if (serving === undefined) return stock;
    const own = { strapi: serving };
    const repository = shareFieldsAmongDrafts(own, uid, stock);
    const { publish: ownPublish, update } = repository;
    if (ownPublish === undefined) return repository;
    const publish = createPublication(own, uid as UID.ContentType, validator, ownPublish);
    return {
      ...repository,
      publish,
      update: async (parameters) => {
        const { status, ...rest } = parameters;
        if (status !== 'published') return update(parameters);
        return own.strapi.db.transaction(async () => {
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
