import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { sortPaths } from '../../../platform/http/queries/sort-paths';
import { findModel, type AttributeSchema } from '../../../platform/strapi/models';
import type { Applied, CallerQuery } from '../../../platform/strapi/permitted-query';
import {
  identifyingFields,
  readableFields,
  type MayRead,
} from '../../../catalogue/access/readable-fields';
import { MEDIA_UID } from '../../../delivery/plan/media-fields';
import { rightsErrors } from './errors';

const isOperator = (key: string): boolean => key.startsWith('$') || /^\d+$/.test(key);

/**
 * Returns the attributes that a filter compares, each as a path through relations and components.
 * Operators are omitted at any depth.
 */
export const filterPaths = (filter: unknown): readonly (readonly string[])[] => {
  const entries = typeof filter === 'object' && filter !== null ? Object.entries(filter) : [];
  if (entries.length === 0) return [[]];
  return entries.flatMap(([key, inner]: [string, unknown]) =>
    isOperator(key)
      ? filterPaths(inner)
      : filterPaths(inner).map((path) => [...key.split('.'), ...path]),
  );
};

/** Secret fields that Strapi, unlike passwords, does not remove from queries. */
const secret: ReadonlySet<string> = new Set([
  ...['resetPasswordToken', 'registrationToken', 'confirmationToken', 'sessionStamp'],
]);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const targetOf = ({ type, target }: AttributeSchema): string | undefined =>
  type === 'media' ? MEDIA_UID : target;

/**
 * A type that a query reads, and its readable fields. Null stands for the main entries, for which
 * Strapi checks permissions itself.
 */
type QueriedType = { uid: string; mayRead: MayRead | null };

/**
 * Creates a function that tells whether a query depends on data the user may not read. Strapi
 * applies permissions to the main entries of a query, but not to related ones.
 */
const createSearch = ({ strapi }: WithStrapi, ability: unknown) => {
  const known = new Map<string, Promise<MayRead>>();

  const placeOf = async (uid: string): Promise<QueriedType> => {
    const fields = known.get(uid) ?? readableFields({ strapi }, ability, uid);
    known.set(uid, fields);
    return { uid, mayRead: await fields };
  };

  const isHidden = async (start: QueriedType, path: readonly string[]): Promise<boolean> => {
    let { mayRead } = start;
    let model = findModel({ strapi }, start.uid);
    let inside: readonly string[] = [];
    for (const [at, name] of path.entries()) {
      const attribute = model?.attributes[name];
      const field = [...inside, name].join('.');
      if (secret.has(name)) return true;
      // Strapi ignores names that are not attributes.
      if (attribute === undefined && !identifyingFields.has(name)) return false;
      const isPart = attribute?.type === 'component' && at < path.length - 1;
      if (!isPart && mayRead?.(field) === false) return true;
      if (isPart) {
        model = findModel({ strapi }, attribute.component ?? '');
        inside = [...inside, name];
        continue;
      }
      const target = attribute === undefined ? undefined : targetOf(attribute);
      if (target === undefined) return false;
      ({ mayRead } = await placeOf(target));
      model = findModel({ strapi }, target);
      inside = [];
    }
    return false;
  };

  const someHidden = async (
    place: QueriedType,
    paths: readonly (readonly string[])[],
  ): Promise<boolean> => {
    for (const path of paths) if (await isHidden(place, path)) return true;
    return false;
  };

  const inPopulated = async (
    { uid, mayRead }: QueriedType,
    populate: unknown,
  ): Promise<boolean> => {
    for (const [name, query] of Object.entries(isFields(populate) ? populate : {})) {
      const attribute = findModel({ strapi }, uid)?.attributes[name];
      if (attribute === undefined || !isFields(query)) continue;
      const target = targetOf(attribute);
      const place =
        target === undefined ? { uid: attribute.component ?? '', mayRead } : await placeOf(target);
      if (await inQuery(place, query)) return true;
      for (const [part, ofPart] of Object.entries(isFields(query.on) ? query.on : {})) {
        if (isFields(ofPart) && (await inQuery({ uid: part, mayRead }, ofPart))) return true;
      }
    }
    return false;
  };

  const inQuery = async (
    place: QueriedType,
    { filters, sort, populate }: CallerQuery,
  ): Promise<boolean> =>
    (await someHidden(place, filterPaths(filters))) ||
    (await someHidden(place, sortPaths(sort))) ||
    (await inPopulated(place, populate));

  return inQuery;
};

/**
 * Rejects a query whose filters or sort order use unreadable fields of related entries, because the
 * response would reveal them.
 *
 * @throws rightsErrors.HIDDEN_ENTRIES
 */
export const refuseHidden = async (
  { strapi }: WithStrapi,
  { uid, ability }: Applied,
  query: CallerQuery,
): Promise<void> => {
  const isHidden = await createSearch({ strapi }, ability)({ uid, mayRead: null }, query);
  if (isHidden) throw localizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
};
