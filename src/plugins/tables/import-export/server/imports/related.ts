import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { slugOf } from '../../../../../catalogue/slug';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import type { Person } from '../../../../../platform/strapi/actor';
import type { ImportMode } from '../../runs';
import { relatedKey, type Related, type StoredDecision } from '../questions';

/** Fields that an entry created by its name has. */
const NAMING = ['name', 'title', 'slug'] as const;

/**
 * Returns whether a user may create entries of a type that consist of a name and a slug. Types
 * without drafts are created in their forms only.
 */
export const canCreateRelated = (
  { strapi }: WithStrapi,
  { uid, ability, mode }: { uid: string; ability: unknown; mode: ImportMode },
): boolean => {
  const model = findModel({ strapi }, uid);
  if (!uid.startsWith('api::') || model === undefined || !hasDrafts(model)) return false;
  const fields = NAMING.filter((name) => model.attributes[name] !== undefined);
  const isNamed = fields.some((name) => name !== 'slug');
  const isSimple = Object.entries(model.attributes).every(
    ([name, attribute]) =>
      attribute?.required !== true ||
      attribute.default !== undefined ||
      NAMING.some((naming) => naming === name),
  );
  const access = entryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
  return (
    isNamed &&
    isSimple &&
    fields.every((field) => access.may('create', field)) &&
    (mode === 'draft' || access.may('publish'))
  );
};

/** Returns the fields of a related entry. */
export const relatedData = (
  { strapi }: WithStrapi,
  { uid, name }: Related,
): Record<string, string> => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return Object.fromEntries(
    NAMING.filter((field) => attributes[field] !== undefined).map((field) => [
      field,
      field === 'slug' ? slugOf(name) : name,
    ]),
  );
};

/**
 * Returns the entries that decisions create by their keys. Decisions about one name in several
 * locales create one entry with these locales.
 */
export const relatedOf = async (
  { strapi }: WithStrapi,
  decisions: readonly StoredDecision[],
): Promise<ReadonlyMap<string, Related>> => {
  const created = decisions.filter(({ kind }) => kind === 'create');
  const usual = created.length === 0 ? '' : await defaultLocale({ strapi });
  const all = new Map<string, Related>();
  for (const { target, value, locale } of created) {
    const uid = target as UID.ContentType;
    const own = isLocalized(findModel({ strapi }, uid)) ? (locale ?? usual) : null;
    const key = relatedKey({ uid, name: value });
    const { name = value, locales = [] } = all.get(key) ?? {};
    all.set(key, { uid, name, locales: [...new Set([...locales, own])] });
  }
  return all;
};

/** Creates a related entry in the running transaction. @returns its id */
export const createRelated = async (
  { strapi }: WithStrapi,
  { related, person, mode }: { related: Related; person: Person; mode: ImportMode },
): Promise<string> => {
  const documents = documentsOf({ strapi }, related.uid);
  const by = { createdBy: person.user.id, updatedBy: person.user.id };
  const data = { ...relatedData({ strapi }, related), ...by };
  let id: string | null = null;
  for (const locale of related.locales) {
    const where = locale === null ? {} : { locale };
    if (id === null) ({ documentId: id } = await documents.create({ ...where, data }));
    else await documents.update({ ...where, documentId: id, data });
    if (mode === 'publish') await documents.publish({ ...where, documentId: id });
  }
  return id ?? '';
};

/** Returns a value with ids replaced wherever it holds them. */
export const replaceIds = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaceIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaceIds(one, ids)]),
  );
};
