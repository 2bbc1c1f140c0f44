import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { sortPaths } from '../../../platform/http/queries/sort-paths';
import { findModel, type AttributeSchema } from '../../../platform/strapi/models';
import type { Applied, CallerQuery } from '../../../platform/strapi/permitted-query';
import { rightsErrors } from './errors';
import { filterPaths } from './query-paths';
import { identifying, readableFields, type MayRead } from './readable-fields';
import { FILE } from './uids';

/** Strapi leaves out passwords of queries, and not these. */
const secret: ReadonlySet<string> = new Set([
  ...['resetPasswordToken', 'registrationToken', 'confirmationToken', 'sessionStamp'],
]);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const targetOf = ({ type, target }: AttributeSchema): string | undefined =>
  type === 'media' ? FILE : target;

/** A type that a query looks at, and what may be read there; null: of the entries themselves, which Strapi looks after. */
type Place = { uid: string; mayRead: MayRead | null };

/**
 * Finds out whether a query of somebody's depends on what they may not read. Strapi applies permissions to the entries
 * that a query is about, and not to what those relate to.
 */
const createSearch = ({ strapi }: WithStrapi, ability: unknown) => {
  const known = new Map<string, Promise<MayRead>>();

  const placeOf = async (uid: string): Promise<Place> => {
    const fields = known.get(uid) ?? readableFields({ strapi }, ability, uid);
    known.set(uid, fields);
    return { uid, mayRead: await fields };
  };

  const isHidden = async (start: Place, path: readonly string[]): Promise<boolean> => {
    let { mayRead } = start;
    let model = findModel({ strapi }, start.uid);
    let inside: readonly string[] = [];
    for (const [at, name] of path.entries()) {
      const attribute = model?.attributes[name];
      const field = [...inside, name].join('.');
      if (secret.has(name)) return true;
      // Strapi leaves out what is no attribute.
      if (attribute === undefined && !identifying.has(name)) return false;
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
    place: Place,
    paths: readonly (readonly string[])[],
  ): Promise<boolean> => {
    for (const path of paths) if (await isHidden(place, path)) return true;
    return false;
  };

  const inPopulated = async ({ uid, mayRead }: Place, populate: unknown): Promise<boolean> => {
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
    place: Place,
    { filters, sort, populate }: CallerQuery,
  ): Promise<boolean> =>
    (await someHidden(place, filterPaths(filters))) ||
    (await someHidden(place, sortPaths(sort))) ||
    (await inPopulated(place, populate));

  return inQuery;
};

/**
 * Refuses a query whose filters or order look at what somebody may not read, through relations of what they may: the
 * response would tell it.
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
