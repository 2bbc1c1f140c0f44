import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/types';
import type { WithStrapi } from './with-strapi';
import { loadDefaultLocale } from './default-locale';
import type { AnyDocument } from './documents';
import { findModel, hasDrafts, isLocalized, type ModelSchema } from './models';
import { extendService, requireFunctions } from './require-functions';

const ADAPTER = 'shared-fields.ts';

type Parameters = Record<string, unknown>;

/** The Document Service of one type, before any document middleware. */
type Repository = {
  update: (parameters: Parameters) => Promise<AnyDocument | null>;
  discardDraft?: (parameters: Parameters) => Promise<{ entries: AnyDocument[] }>;
};

/** A row with its shared fields populated. */
type Entry = Pick<AnyDocument, 'documentId' | 'locale'>;

type Localizations = {
  syncNonLocalizedAttributes: (source: Entry, model: ModelSchema) => Promise<void>;
};

type ContentTypes = {
  getNonLocalizedAttributes: (model: ModelSchema) => string[];
  getNestedPopulateOfNonLocalizedAttributes: (uid: string) => string[];
  copyNonLocalizedAttributes: (model: ModelSchema, entry: Entry) => Record<string, unknown>;
};

/**
 * Strapi's function that copies shared fields. `publishSharedFieldsAlone` removes it from its
 * service.
 */
const copiers = new WeakMap<Core.Strapi, Localizations['syncNonLocalizedAttributes']>();

const getContentTypesService = ({ strapi }: WithStrapi): ContentTypes =>
  requireFunctions<ContentTypes>(ADAPTER, strapi.plugin('i18n').service('content-types'), [
    'getNonLocalizedAttributes',
    'getNestedPopulateOfNonLocalizedAttributes',
    'copyNonLocalizedAttributes',
  ]);

/**
 * Returns a value for comparison. Related entries and files are reduced to their document ids,
 * because rows of locales and update times may differ.
 */
const toComparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComparable);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if ('documentId' in value) return value.documentId;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, toComparable(inner)]),
  );
};

/**
 * Keeps Strapi from copying a type's shared fields to other published versions: a published version
 * changes by its own publication only. Strapi copies them after every write to the other rows of
 * the same status (`@strapi/i18n`, server/bootstrap). Publishing one locale would change what
 * readers of another see.
 *
 * Types without drafts are copied as before. Call it in `register`; `shareFieldsAmongDrafts` does
 * the rest.
 */
export const publishSharedFieldsAlone = ({ strapi }: WithStrapi): void => {
  const extended = {
    adapter: ADAPTER,
    uid: 'plugin::i18n.localizations',
    names: ['syncNonLocalizedAttributes'] as const,
  };
  extendService<Localizations>({ strapi }, extended, (service) => {
    const { syncNonLocalizedAttributes } = service;
    copiers.set(strapi, syncNonLocalizedAttributes);
    return {
      ...service,
      async syncNonLocalizedAttributes(source, model): Promise<void> {
        if (!hasDrafts(model)) await syncNonLocalizedAttributes(source, model);
      },
    };
  });
};

/** Copies the shared fields of a draft to the drafts of the other locales where they differ. */
const shareFields = async ({ strapi }: WithStrapi, uid: string, id: number): Promise<void> => {
  const model = findModel({ strapi }, uid);
  const copy = copiers.get(strapi);
  if (model === undefined || copy === undefined) return;
  const contentTypes = getContentTypesService({ strapi });
  if (contentTypes.getNonLocalizedAttributes(model).length === 0) return;

  const rows = strapi.db.query(uid);
  const populate = contentTypes.getNestedPopulateOfNonLocalizedAttributes(uid);
  const source = (await rows.findOne({ where: { id }, populate })) as Entry | null;
  if (source === null) return;
  const { documentId, locale } = source;
  const others = (await rows.findMany({
    where: { documentId, publishedAt: null, locale: { $ne: locale } },
    populate,
  })) as Entry[];
  const pickSharedValues = (entry: Entry): unknown =>
    toComparable(contentTypes.copyNonLocalizedAttributes(model, entry));
  const shared = pickSharedValues(source);
  if (others.every((other) => isDeepStrictEqual(pickSharedValues(other), shared))) return;
  await copy(source, model);
};

/**
 * Keeps shared fields equal in the drafts of all locales, in the transaction of the write. It wraps
 * the repository below all document middlewares.
 */
export const shareFieldsAmongDrafts = <R extends Repository>(
  { strapi }: WithStrapi,
  uid: string,
  repository: R,
): R => {
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model) || !hasDrafts(model)) return repository;
  const { update, discardDraft } = repository;
  const sharing: Repository = {
    // Returns the draft, because `publishInPlace` publishes by itself.
    update: async (parameters) =>
      strapi.db.transaction(async () => {
        const draft = await update(parameters);
        if (draft !== null) await shareFields({ strapi }, uid, draft.id);
        return draft;
      }),
    ...(discardDraft && {
      discardDraft: async (parameters) =>
        strapi.db.transaction(async () => {
          const answer = await discardDraft(parameters);
          const usual = await loadDefaultLocale({ strapi });
          const { entries } = answer;
          // Published versions may differ in fields that drafts share.
          const source = entries.find(({ locale }) => locale === usual) ?? entries[0];
          if (source !== undefined) await shareFields({ strapi }, uid, source.id);
          return answer;
        }),
    }),
  };
  return { ...repository, ...sharing };
};
