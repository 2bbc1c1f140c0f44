import type { WithStrapi } from '../../../platform/with-strapi';
import type { MessageLanguage } from '../../../platform/http/errors';
import { languageNow } from '../../../platform/http/message-language';
import { abilityNow } from '../../../platform/strapi/ability-now';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { contentTypesOf } from '../../../platform/strapi/models';
import { permittedWhere } from '../../../platform/strapi/permitted-query';
import { tableOf } from '../../../platform/strapi/queries';
import { readsSomeLines } from './limits';

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
  const ctx = strapi.requestContext.get();
  const { userAbility: ability } = (ctx?.state ?? {}) as { userAbility?: unknown };
  const hidden = new Set<string>();
  if (ability === undefined || documentIds.length === 0) return hidden;
  for (const { uid } of contentTypesOf({ strapi })) {
    if (!uid.startsWith('api::') || !readsSomeLines({ strapi }, uid)) continue;
    const named = { documentId: { $in: [...documentIds] } };
    const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
    const find = async (where: object): Promise<string[]> =>
      (
        await tableOf<{ documentId: string }>({ strapi }, uid).findMany({
          where,
          select: ['documentId'],
        })
      ).map(({ documentId }) => documentId);
    const seen = new Set(await find({ $and: [permitted, named] }));
    for (const id of await find(named)) if (!seen.has(id)) hidden.add(id);
  }
  return hidden;
};

type Named = { uid: string; documentId: string };

/**
 * Returns a function that names related entries for the current user. A text replaces the titles of
 * entries that the user may not read, as in relations of forms. Call it wherever a response names
 * entries besides those whose permission was checked.
 */
export const createTitleFilter = async (
  { strapi }: WithStrapi,
  entries: readonly Named[],
): Promise<(entry: Named, title: string) => string> => {
  const ability = abilityNow({ strapi });
  if (ability === undefined || entries.length === 0) return (_, title) => title;
  const hidden = await findHiddenEntries(
    { strapi },
    entries.map(({ documentId }) => documentId),
  );
  const isUnreadable = (uid: string): boolean => {
    const type = contentTypesOf({ strapi }).find((one) => one.uid === uid)?.uid;
    return type === undefined || !entryAccess({ strapi }, { ability, uid: type }).may('read');
  };
  const unreadable = new Set([...new Set(entries.map(({ uid }) => uid))].filter(isUnreadable));
  const language = languageNow({ strapi });
  return ({ uid, documentId }, title) => {
    if (unreadable.has(uid)) return unreadableTitle[language];
    return hidden.has(documentId) ? hiddenTitle[language] : title;
  };
};
