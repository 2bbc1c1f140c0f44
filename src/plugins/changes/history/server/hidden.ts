import type { WithStrapi } from '../../../../platform/with-strapi';
import { currentLanguage } from '../../../../platform/http/message-language';
import { findHiddenEntries, hiddenTitle } from '../../../../catalogue/access/hidden-entries';
import type { State } from '../changes';

type Reference = { documentId: string; title: unknown };

/** Returns whether a value is a reference to an entry. */
const isReference = (value: object): value is Reference =>
  Object.keys(value).length === 2 &&
  'title' in value &&
  'documentId' in value &&
  typeof value.documentId === 'string';

const namedIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value !== 'object' || value === null) return [];
  return isReference(value) ? [value.documentId] : Object.values(value).flatMap(namedIn);
};

const renamed = (value: unknown, hidden: ReadonlySet<string>, title: string): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one, hidden, title));
  if (typeof value !== 'object' || value === null) return value;
  if (isReference(value)) return hidden.has(value.documentId) ? { ...value, title } : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, renamed(inner, hidden, title)]),
  );
};

/**
 * Replaces the titles of entries of other business lines, as forms do, for users who may not read
 * them.
 */
export const withoutHiddenTitles = async (
  { strapi }: WithStrapi,
  states: readonly State[],
): Promise<readonly State[]> => {
  const hidden = await findHiddenEntries({ strapi }, [...new Set(namedIn(states))]);
  if (hidden.size === 0) return states;
  const title = hiddenTitle[currentLanguage({ strapi })];
  return states.map((state) => renamed(state, hidden, title) as State);
};
