import type { WithStrapi } from '../../../platform/with-strapi';
import { rulesNow } from '../../../platform/strapi/ability-now';
import { limitIn, readsByLine, type Limit } from './conditions';
import { ownershipOf } from './ownership';

const isLimited = ({ lines, locales }: Limit): boolean => lines !== null || locales !== null;

/**
 * What whoever makes the current request is limited to when they do something with entries of a type.
 *
 * @param action a permission's name, such as `plugin::upload.assets.update`
 * @returns null where nothing limits them: for the service itself, and who may do it with all entries
 */
export const limitsNow = (
  { strapi }: WithStrapi,
  action: string,
  subject: string,
): readonly Limit[] | null => {
  const rules = rulesNow({ strapi }, action, subject);
  // Who may not do it at all is refused by whatever asks for the permission, before it comes to this.
  if (rules === null || rules.length === 0) return null;
  const limits = rules.map(({ conditions }) => limitIn(conditions));
  return limits.every(isLimited) ? limits : null;
};

const UPDATE = 'plugin::content-manager.explorer.update';

/**
 * The business lines, by their documents, for which whoever makes the current request may write entries of a type; null:
 * for all of them.
 */
export const linesToWrite = ({ strapi }: WithStrapi, uid: string): readonly string[] | null => {
  const lines = (limitsNow({ strapi }, UPDATE, uid) ?? [{ lines: null }]).map((one) => one.lines);
  return lines.includes(null) ? null : [...new Set(lines.flatMap((some) => some ?? []))];
};

const READ = 'plugin::content-manager.explorer.read';

/** Whether whoever makes the current request may read entries of a type, and of some business lines only. */
export const readsSomeLines = ({ strapi }: WithStrapi, uid: string): boolean => {
  const rules = rulesNow({ strapi }, READ, uid) ?? [];
  const ownership = ownershipOf({ strapi }, uid);
  return rules.length > 0 && rules.every(({ conditions }) => readsByLine(conditions, ownership));
};
