import type { WithStrapi } from '../../platform/strapi/with-strapi';
import type { MessageLanguage } from '../../platform/http/errors';
import { currentLanguage } from '../../platform/http/message-language';
import { currentAbility, rulesOf } from '../../platform/strapi/current-ability';
import { entryAccess } from '../../platform/strapi/entry-access';
import { contentTypesOf } from '../../platform/strapi/models';
import { permittedWhere } from '../../platform/strapi/permitted-query';
import { tableOf } from '../../platform/strapi/queries';
import { isReaderLimitedToLines } from './limits';
import { READ, readsAllEntries } from './readable-fields';

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

/**
 * Returns the entries, of any type, that the current user may not read because they belong to other
 * business lines. Entries that no longer exist are not included.
 */
export const findHiddenEntries = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const ability = currentAbility({ strapi });
  const hiddenIds = new Set<string>();
  if (ability === undefined || documentIds.length === 0) return hiddenIds;
  for (const { uid } of contentTypesOf({ strapi })) {
    if (!uid.startsWith('api::') || !isReaderLimitedToLines({ strapi }, uid)) continue;
    const byDocumentId = { documentId: { $in: [...documentIds] } };
    const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
    const find = async (where: object): Promise<string[]> =>
      (
        await tableOf<{ documentId: string }>({ strapi }, uid).findMany({
          where,
          select: ['documentId'],
        })
      ).map(({ documentId }) => documentId);
    const visibleIds = new Set(await find({ $and: [permitted, byDocumentId] }));
    for (const id of await find(byDocumentId)) if (!visibleIds.has(id)) hiddenIds.add(id);
  }
  return hiddenIds;
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
  const types = new Map(contentTypesOf({ strapi }).map(({ uid }) => [uid as string, uid]));
  const unreadable = new Set<string>();
  const titles = new Map<string, string>();
  for (const name of new Set(entries.map(({ uid }) => uid))) {
    const uid = types.get(name);
    if (uid === undefined || !entryAccess({ strapi }, { ability, uid }).may('read')) {
      unreadable.add(name);
      continue;
    }
    if (await readsAllEntries({ strapi }, ability, uid)) continue;
    const ids = entries.filter((entry) => entry.uid === name).map(({ documentId }) => documentId);
    const among = { documentId: { $in: [...new Set(ids)] } };
    const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
    const find = (where: object) =>
      tableOf<{ documentId: string }>({ strapi }, uid).findMany({ where, select: ['documentId'] });
    const readable = new Set(
      (await find({ $and: [permitted, among] })).map(({ documentId }) => documentId),
    );
    const isOfOtherLine = isReaderLimitedToLines({ strapi }, uid, rulesOf(ability, READ, uid));
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
  const ability = currentAbility({ strapi });
  if (ability === undefined || entries.length === 0) return (_, title) => title;
  const language = currentLanguage({ strapi });
  const hiddenTitleOf = await createHiddenTitles({ strapi }, { ability, language }, entries);
  return (entry, title) => hiddenTitleOf(entry) ?? title;
};
