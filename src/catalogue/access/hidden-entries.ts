import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { MessageLanguage } from '#platform/http/errors';
import { getCurrentLanguage } from '#platform/http/message-language';
import { getCurrentAbility, getPermissionRules } from '#platform/strapi/current-ability';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { createModelLookup } from '#delivery/plan/model';
import { findNamingAttributes } from '../row-expressions';
import { isReaderLimitedToLines } from './limits';
import { READ, canReadAllEntries } from './readable-fields';

/** Title that replaces the name of an unreadable entry. */
export const hiddenTitle: Readonly<Record<MessageLanguage, string>> = {
  en: 'An entry of another business line',
  es: 'Una entrada de otra línea de negocio',
};

/** Title that replaces the name of an entry whose type or name the role may not read. */
export const unreadableTitle: Readonly<Record<MessageLanguage, string>> = {
  en: 'Hidden from your role',
  es: 'Oculto para tu rol',
};

/** Returns true if a user may read the attribute that names the entries of a type. */
const mayReadTitles = ({ strapi }: WithStrapi, ability: unknown, uid: string): boolean => {
  const [naming] = findNamingAttributes(createModelLookup({ strapi }), uid);
  return naming === undefined || createFieldCheck({ strapi }, ability, uid)(naming);
};

/**
 * Returns a function that gives the title of a type's readable entries to a user. A text replaces
 * it for roles that may read other fields only.
 */
export const createReadableTitles = (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): (<Title extends string | null>(title: Title) => Title | string) => {
  if (mayReadTitles({ strapi }, ability, uid)) return (title) => title;
  const text = unreadableTitle[getCurrentLanguage({ strapi })];
  return (title) => (title === null ? title : text);
};

type EntryKey = { uid: string; documentId: string };

/** User whose permissions apply, and the language of the titles. */
type Reader = { ability: unknown; language: MessageLanguage };

/** Returns true for the titles that replace names, in every language. */
export const isHiddenTitle = (name: string): boolean =>
  [hiddenTitle, unreadableTitle].some((title) => Object.values(title).includes(name));

/**
 * Returns a function that gives the title of entries that a user may not read, and null for all
 * others. Entries that no longer exist are readable.
 */
export const createHiddenTitles = async (
  { strapi }: WithStrapi,
  { ability, language }: Reader,
  entries: readonly EntryKey[],
): Promise<(entry: EntryKey) => string | null> => {
  const types = new Map(listContentTypes({ strapi }).map(({ uid }) => [uid as string, uid]));
  const unreadable = new Set<string>();
  const titles = new Map<string, string>();
  for (const name of new Set(entries.map(({ uid }) => uid))) {
    const uid = types.get(name);
    const isReadable =
      uid !== undefined &&
      createEntryAccess({ strapi }, { ability, uid }).may('read') &&
      mayReadTitles({ strapi }, ability, uid);
    if (!isReadable) {
      unreadable.add(name);
      continue;
    }
    if (await canReadAllEntries({ strapi }, ability, uid)) continue;
    const ids = entries.filter((entry) => entry.uid === name).map(({ documentId }) => documentId);
    const among = { documentId: { $in: [...new Set(ids)] } };
    const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
    const find = (where: object) =>
      getTable<{ documentId: string }>({ strapi }, uid).findMany({ where, select: ['documentId'] });
    const readable = new Set(
      (await find({ $and: [permitted, among] })).map(({ documentId }) => documentId),
    );
    const isOfOtherLine = isReaderLimitedToLines(
      { strapi },
      uid,
      getPermissionRules(ability, READ, uid),
    );
    const title = (isOfOtherLine ? hiddenTitle : unreadableTitle)[language];
    for (const { documentId } of await find(among)) {
      if (!readable.has(documentId)) titles.set(`${uid} ${documentId}`, title);
    }
  }
  return ({ uid, documentId }) =>
    unreadable.has(uid) ? unreadableTitle[language] : (titles.get(`${uid} ${documentId}`) ?? null);
};

/**
 * Returns a function that names related entries for the current user. A text replaces the titles of
 * entries that the user may not read, as in relations of forms. Call it wherever a response names
 * entries besides those whose permission was checked.
 */
export const createTitleFilter = async (
  { strapi }: WithStrapi,
  entries: readonly EntryKey[],
): Promise<(entry: EntryKey, title: string) => string> => {
  const ability = getCurrentAbility({ strapi });
  if (ability === undefined || entries.length === 0) return (_, title) => title;
  const language = getCurrentLanguage({ strapi });
  const hiddenTitleOf = await createHiddenTitles({ strapi }, { ability, language }, entries);
  return (entry, title) => hiddenTitleOf(entry) ?? title;
};

/**
 * Returns the titles of entries, of any type, that the current user may not read, by document ID.
 * Entries that no longer exist are not included.
 */
export const findHiddenTitles = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ability = getCurrentAbility({ strapi });
  if (ability === undefined || documentIds.length === 0) return new Map();
  const entries: EntryKey[] = [];
  for (const { uid } of listContentTypes({ strapi })) {
    const isReadable =
      !uid.startsWith('api::') ||
      (mayReadTitles({ strapi }, ability, uid) &&
        (await canReadAllEntries({ strapi }, ability, uid)));
    if (isReadable) continue;
    const rows = await getTable<{ documentId: string }>({ strapi }, uid).findMany({
      where: { documentId: { $in: [...documentIds] } },
      select: ['documentId'],
    });
    entries.push(...rows.map(({ documentId }) => ({ uid, documentId })));
  }
  const language = getCurrentLanguage({ strapi });
  const hiddenTitleOf = await createHiddenTitles({ strapi }, { ability, language }, entries);
  return new Map(
    entries.flatMap((entry) => {
      const title = hiddenTitleOf(entry);
      return title === null ? [] : [[entry.documentId, title] as const];
    }),
  );
};
