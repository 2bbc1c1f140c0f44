import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';
import { defaultLocale } from './default-locale';
import type { AnyDocument } from './documents';
import { findModel, hasDrafts, isLocalized, type ModelSchema } from './models';
import { requireFunctions } from './require-functions';

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

type Registry = {
  extend: (uid: string, extend: (service: Localizations) => Localizations) => void;
};

/** Strapi's copying of shared fields, which `publishSharedFieldsAlone` takes out of its service. */
const copiers = new WeakMap<Core.Strapi, Localizations['syncNonLocalizedAttributes']>();

const contentTypesOf = ({ strapi }: WithStrapi): ContentTypes =>
  requireFunctions<ContentTypes>(ADAPTER, strapi.plugin('i18n').service('content-types'), [
    'getNonLocalizedAttributes',
    'getNestedPopulateOfNonLocalizedAttributes',
    'copyNonLocalizedAttributes',
  ]);

/** Related entries and files count as what they are, not as the row of one locale or the time of their last change. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if ('documentId' in value) return value.documentId;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, comparable(inner)]),
  );
};

/**
 * Keeps Strapi from writing fields that a type's locales share into other published versions: a published version
 * changes by its own publication only. Strapi copies them after every write to the other rows of the same status
 * (`@strapi/i18n`, server/bootstrap), so that publishing one locale changed what readers of another one saw.
 *
 * Types without drafts are copied as before. Call it in `register`; `shareFieldsAmongDrafts` does the rest.
 */
export const publishSharedFieldsAlone = ({ strapi }: WithStrapi): void => {
  const services = strapi.get<Registry>('services');
  services.extend('plugin::i18n.localizations', (service) => {
    const { syncNonLocalizedAttributes } = requireFunctions<Localizations>(ADAPTER, service, [
      'syncNonLocalizedAttributes',
    ]);
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
  const contentTypes = contentTypesOf({ strapi });
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
  const sharedIn = (entry: Entry): unknown =>
    comparable(contentTypes.copyNonLocalizedAttributes(model, entry));
  const shared = sharedIn(source);
  if (others.every((other) => isDeepStrictEqual(sharedIn(other), shared))) return;
  await copy(source, model);
};

/**
 * Has the drafts of all locales of a document hold one value of each field that they share, in the transaction of the
 * write. It stands where the Document Service makes its repositories, below all document middlewares.
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
    // Answers the draft: `publishInPlace` publishes by itself what is to be published.
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
          const usual = await defaultLocale({ strapi });
          const { entries } = answer;
          // Published versions may differ in what drafts share.
          const source = entries.find(({ locale }) => locale === usual) ?? entries[0];
          if (source !== undefined) await shareFields({ strapi }, uid, source.id);
          return answer;
        }),
    }),
  };
  return { ...repository, ...sharing };
};
