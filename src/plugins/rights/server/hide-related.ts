import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { mayReadUsers, USER } from '../../../platform/strapi/current-ability';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { findModel } from '../../../platform/strapi/models';
import { type Applied, permittedWhere } from '../../../platform/strapi/permitted-query';
import { tableOf } from '../../../platform/strapi/queries';
import { readableFields, readsAllEntries } from '../../../catalogue/access/readable-fields';
import { MEDIA_UID } from '../../../delivery/plan/media-fields';

type Fields = Record<string, unknown>;

/** An entry that a response includes because another one references it. */
type Related = { uid: string; entry: Fields };

/** Relation to the same entry in other locales. Strapi returns only which locales exist. */
const LANGUAGES = 'localizations';

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const relatedIn = (context: WithStrapi, uid: string, value: unknown): readonly Related[] => {
  if (Array.isArray(value)) return value.flatMap((one) => relatedIn(context, uid, one));
  const attributes = findModel(context, uid)?.attributes ?? {};
  return Object.entries(isFields(value) ? value : {}).flatMap(([name, inner]) => {
    const attribute = attributes[name];
    if (attribute === undefined || name === LANGUAGES) return [];
    return [inner].flat().flatMap((part: unknown) => {
      if (!isFields(part)) return [];
      const { type, target, component = part.__component as string | undefined } = attribute;
      const relatedTo = type === 'media' ? MEDIA_UID : target;
      if (relatedTo === undefined) {
        return component === undefined ? [] : relatedIn(context, component, part);
      }
      // Some relations are only counted.
      if (part.id === undefined) return [];
      return [{ uid: relatedTo, entry: part }, ...relatedIn(context, relatedTo, part)];
    });
  });
};

/** Reduces an administrator to the names, because the e-mail address is the login. */
const nameUser = (user: Fields): void => {
  const { id, firstname, lastname, username } = user;
  for (const name of Object.keys(user)) Reflect.deleteProperty(user, name);
  const isAddress = typeof username === 'string' && username.includes('@');
  Object.assign(user, { id, firstname, lastname, username: isAddress ? null : username });
};

const permittedIds = async (
  context: WithStrapi,
  ability: unknown,
  uid: UID.ContentType,
  ids: readonly unknown[],
): Promise<ReadonlySet<unknown>> => {
  if (!entryAccess(context, { ability, uid }).may('read')) return new Set();
  const permitted = await permittedWhere(context, { ability, uid, query: {} });
  const rows = await tableOf<{ id: number }>(context, uid).findMany({
    where: { $and: [permitted, { id: { $in: [...new Set(ids)] } }] },
    select: ['id'],
  });
  return new Set(rows.map(({ id }) => id));
};

/**
 * Removes fields that the user may not read from related entries, and reduces administrators to
 * their names. Strapi applies permissions to the main entries of a response, but not to related
 * ones.
 *
 * @param output modified in place
 */
export const hideRelated = async (
  context: WithStrapi,
  { uid, ability }: Applied,
  output: unknown,
): Promise<unknown> => {
  const related = [
    ...(uid === USER ? [output].flat().filter(isFields) : []).map((entry) => ({ uid, entry })),
    ...relatedIn(context, uid, output),
  ];
  for (const target of new Set(related.map((one) => one.uid))) {
    const entries = related.filter((one) => one.uid === target).map(({ entry }) => entry);
    if (target === USER) {
      if (!mayReadUsers(ability)) entries.forEach(nameUser);
      continue;
    }
    if (await readsAllEntries(context, ability, target)) continue;
    const ids = entries.map(({ id }) => id);
    const permitted = await permittedIds(context, ability, target as UID.ContentType, ids);
    const mayRead = await readableFields(context, ability, target);
    for (const entry of entries.filter(({ id }) => !permitted.has(id))) {
      for (const name of Object.keys(entry)) {
        if (!mayRead(name)) Reflect.deleteProperty(entry, name);
      }
    }
  }
  return output;
};
