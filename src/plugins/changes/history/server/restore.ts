import { type ModelAttribute, type ModelLookup, createModelLookup } from '#delivery/plan/model';
import type { SkippedPart, State } from '../changes';
import { LANGUAGE_FIELD } from '#catalogue/translated-entries';
import { LINK_FIELD } from '#catalogue/links/link-fields';
import { listContentAttributes } from './state';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listContentTypes } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { getLastAuthor } from '#feature/current-actor';
import { withWriteOrigin } from '#feature/write-origin';
import { parseLinkReference } from '#feature/link-reference';
import { createLocalizedError } from '#platform/http/localized-error';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { getDocumentService } from '#platform/strapi/documents';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { historyErrors } from './errors';
import { createEventReader, type Version } from './events';
import { findLinkedEntries } from './shown-references';
import { getLanguageName } from '#catalogue/locale-names';

const FILES = 'plugin::upload.file';

/** Reference in a state: a document by id, or a file by number. */
type Reference = { uid: string; id: string; title: string };

const buildReferenceKey = ({ uid, id }: Pick<Reference, 'uid' | 'id'>): string => `${uid} ${id}`;

const listItems = (value: unknown): readonly State[] =>
  [value].flat().filter((item): item is State => typeof item === 'object' && item !== null);

/** Returns the document or file that an item refers to, or undefined. */
const toReference = (uid: string, item: State): Reference | undefined => {
  const { documentId, title, id, name } = item;
  if (uid === FILES) {
    return typeof id === 'number'
      ? { uid, id: String(id), title: typeof name === 'string' ? name : String(id) }
      : undefined;
  }
  return typeof documentId === 'string'
    ? { uid, id: documentId, title: typeof title === 'string' ? title : documentId }
    : undefined;
};

/** Returns all references of a state, including those in components. */
const collectReferences = (models: ModelLookup, uid: string, state: State): readonly Reference[] =>
  listContentAttributes(models, uid).flatMap(([name, { kind, target = '', zone }]) => {
    const items = listItems(state[name]);
    switch (kind) {
      case 'relation':
      case 'media':
        return items.flatMap((item) => toReference(target, item) ?? []);
      case 'component':
        return items.flatMap((item) => collectReferences(models, target, item));
      case 'zone':
        return items.flatMap((item) => {
          const component = String(item.__component);
          return zone.includes(component) ? collectReferences(models, component, item) : [];
        });
      default:
        return [];
    }
  });

/** Returns a function that returns whether a reference exists in a locale. One query per type. */
const findExisting = async (
  { strapi }: WithStrapi,
  models: ModelLookup,
  references: readonly Reference[],
  locale: string,
): Promise<(reference: Pick<Reference, 'uid' | 'id'>) => boolean> => {
  const existing = new Set<string>();
  for (const { uid } of listContentTypes({ strapi })) {
    const ids = references.filter((reference) => reference.uid === uid).map(({ id }) => id);
    if (ids.length === 0) continue;
    if (uid === FILES) {
      const files = await getTable<{ id: number }>({ strapi }, uid).findMany({
        where: { id: { $in: ids.map(Number) } },
        select: ['id'],
      });
      for (const { id } of files) existing.add(buildReferenceKey({ uid, id: String(id) }));
      continue;
    }
    const rows = await getTable<{ documentId: string }>({ strapi }, uid).findMany({
      where: {
        documentId: { $in: ids },
        ...(models(uid).isLocalized && locale !== '' && { locale }),
      },
      select: ['documentId'],
    });
    for (const { documentId } of rows) existing.add(buildReferenceKey({ uid, id: documentId }));
  }
  return (reference) => existing.has(buildReferenceKey(reference));
};

type RestorationChecks = {
  exists: (reference: Pick<Reference, 'uid' | 'id'>) => boolean;
  /** Returns whether a link is an address, or refers to an existing entry. */
  leads: (link: string) => boolean;
  /** Returns whether entries without locales may have texts in a language. */
  isTranslated: (language: unknown) => boolean;
};

type RestoredData = { data: Record<string, unknown>; leftOut: readonly SkippedPart[] };

const numbers = new Set(['integer', 'decimal', 'float']);

/** Returns whether a plain value fits the field's current type. */
const isAttributeValue = ({ type }: ModelAttribute, value: unknown): boolean => {
  if (value === null || type === 'json') return true;
  if (numbers.has(type ?? '')) return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string';
};

/**
 * Converts a state to data for the Document Service. Components are created again, and existing
 * references are kept by id. All else is left out and reported, so that states can be restored
 * after models or other entries have changed.
 */
const convertStateToData = (
  models: ModelLookup,
  uid: string,
  state: State,
  checks: RestorationChecks,
  path: readonly string[] = [],
): RestoredData => {
  const { exists, leads, isTranslated } = checks;
  const data: Record<string, unknown> = {};
  const leftOut: SkippedPart[] = [];
  const content = new Map(listContentAttributes(models, uid));
  const leave = (
    partPath: readonly string[],
    reason: SkippedPart['reason'],
    title: string | null,
  ): void => {
    leftOut.push({ path: partPath, reason, title });
  };

  const convert = (
    name: string,
    attribute: ModelAttribute,
    item: State,
    partPath: readonly string[],
  ): readonly unknown[] => {
    const { kind, target = '', zone } = attribute;
    if (kind === 'relation' || kind === 'media') {
      const reference = toReference(target, item);
      if (reference === undefined) {
        leave(partPath, 'unfit', null);
        return [];
      }
      if (!exists(reference)) {
        leave(partPath, 'gone', reference.title);
        return [];
      }
      return [kind === 'media' ? Number(reference.id) : reference.id];
    }
    const component = kind === 'zone' ? String(item.__component) : target;
    if (kind === 'zone' && !zone.includes(component)) {
      leave(partPath, 'unknown', component);
      return [];
    }
    const language = Object.entries(models(component).attributes).find(
      ([, { customField }]) => customField === LANGUAGE_FIELD,
    )?.[0];
    // Validation would refuse the entry because of a text in an unknown language.
    if (language !== undefined && !isTranslated(item[language])) {
      leave(partPath, 'language', String(item[language]));
      return [];
    }
    const rest = Object.fromEntries(
      Object.entries(item).filter(([name]) => name !== '__component'),
    );
    const inner = convertStateToData(models, component, rest, checks, partPath);
    leftOut.push(...inner.leftOut);
    return [kind === 'zone' ? { __component: component, ...inner.data } : inner.data];
  };

  for (const [name, value] of Object.entries(state)) {
    const attribute = content.get(name);
    const partPath = [...path, name];
    if (attribute === undefined) {
      if (value !== null) leave(partPath, 'unknown', null);
    } else if (attribute.kind === 'value') {
      const link = attribute.customField === LINK_FIELD && typeof value === 'string' ? value : null;
      if (link !== null && !leads(link)) leave(partPath, 'gone', link);
      else if (isAttributeValue(attribute, value)) data[name] = value;
      else leave(partPath, 'unfit', null);
    } else {
      const items = listItems(value);
      if (value !== null && !Array.isArray(value) && items.length === 0) {
        leave(partPath, 'unfit', null);
        continue;
      }
      const { isMany } = attribute;
      const converted = items.flatMap((item, index) =>
        convert(name, attribute, item, isMany ? [...partPath, String(index + 1)] : partPath),
      );
      data[name] = isMany ? converted : (converted[0] ?? null);
    }
  }
  return { data, leftOut };
};

/**
 * Converts a state to data of the user who restores it, with a report of the parts that cannot be
 * restored.
 */
export const buildRestorableData = async (
  { strapi }: WithStrapi,
  { uid, locale }: Pick<Version, 'uid' | 'locale'>,
  state: State,
): Promise<{ data: Record<string, unknown>; leftOut: readonly SkippedPart[] }> => {
  const models = createModelLookup({ strapi });
  const references = collectReferences(models, uid, state);
  const exists = await findExisting({ strapi }, models, references, locale);
  const linked = await findLinkedEntries({ strapi }, [state], locale);
  const isValidLink = (link: string): boolean =>
    parseLinkReference(link) === null || linked.has(link);
  const standard = await loadDefaultLocale({ strapi });
  const languages = new Set<unknown>(await listSiteLocales({ strapi }));
  const isTranslated = (language: unknown): boolean =>
    languages.has(language) && language !== standard;
  const checks = { exists, leads: isValidLink, isTranslated };
  const { data, leftOut } = convertStateToData(models, uid, state, checks);
  const { defaultLang, ...others } = data;
  const isKnown =
    uid !== BUSINESS_LINE || typeof defaultLang !== 'string' || languages.has(defaultLang);
  if (isKnown) return { data: { ...data, ...getLastAuthor({ strapi }) }, leftOut };
  // It would be refused, and the whole line with it.
  const skipped = { path: ['defaultLang'], reason: 'language' as const, title: defaultLang };
  return { data: { ...others, ...getLastAuthor({ strapi }) }, leftOut: [...leftOut, skipped] };
};

/**
 * Restores an entry's draft, wholly or in some fields. The replaced state is recorded as well,
 * because a restoration is an ordinary write.
 *
 * @param baseVersion version of the draft that may be replaced; any if undefined
 * @returns the parts that could not be restored
 * @throws NotFoundError `HISTORY_NOT_FOUND`
 * @throws ConflictError `STALE_VERSION` if the draft has changed since that version
 */
export const restoreState = async (
  { strapi }: WithStrapi,
  version: Version,
  {
    event,
    fields,
    baseVersion,
  }: {
    event: string;
    fields: (state: State) => readonly string[];
    baseVersion?: string | undefined;
  },
): Promise<readonly SkippedPart[]> => {
  const storedEvent = await createEventReader({ strapi }).find(version, event);
  if (storedEvent === undefined)
    throw createLocalizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
  const requestedFields = new Set(fields(storedEvent.state));
  const state = Object.fromEntries(
    Object.entries(storedEvent.state).filter(([name]) => requestedFields.has(name)),
  );
  const { data, leftOut } = await buildRestorableData({ strapi }, version, state);
  const { uid, documentId, locale } = version;
  const restoredEntry = await withWriteOrigin({ strapi }, 'restore', () =>
    getDocumentService({ strapi }, uid).update({
      documentId,
      ...(locale !== '' && { locale }),
      data,
      ...(baseVersion !== undefined && { baseVersion }),
    }),
  );
  if (restoredEntry === null)
    throw createLocalizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
  return leftOut;
};

/**
 * Rejects a restoration in removed locales. No role allows these, so a role check alone would
 * report a missing permission.
 *
 * @throws ConflictError `LANGUAGE_REMOVED`
 */
export const requireLanguages = async (
  { strapi }: WithStrapi,
  locales: readonly string[],
): Promise<void> => {
  const existing = await listSiteLocales({ strapi });
  const removed = locales.filter((locale) => locale !== '' && !existing.includes(locale));
  if (removed.length === 0) return;
  const formatLocaleNames = (language: 'en' | 'es'): string =>
    removed.map((locale) => `${getLanguageName(locale, language)}, ${locale}`).join('; ');
  throw createLocalizedError({ strapi }, historyErrors.LANGUAGE_REMOVED, {
    subject: { en: formatLocaleNames('en'), es: formatLocaleNames('es') },
    details: { locales: removed },
  });
};
