import type { WithStrapi } from '../../../../platform/with-strapi';
import { linksWithin, referenceIn, type LinkedEntry } from '../../../../feature/link-reference';
import { findLinked } from '../../../../feature/application';
import type { State } from '../changes';

type Linked = ReadonlyMap<string, LinkedEntry>;

/** Returns the existing entries that links in states refer to, by link. */
export const linkedIn = (
  { strapi }: WithStrapi,
  states: readonly State[],
  locale: string,
): Promise<Linked> =>
  findLinked(
    { strapi },
    linksWithin(states).flatMap((link) => referenceIn(link) ?? []),
    { locale: locale === '' ? null : locale, line: null },
  );

const named = (value: unknown, linked: Linked): unknown => {
  if (typeof value === 'string') {
    const reference = referenceIn(value);
    const entry = linked.get(value);
    if (reference === null) return value;
    return { documentId: reference.documentId, title: entry?.title ?? entry?.type ?? null };
  }
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, linked));
  return typeof value === 'object' && value !== null ? withNames(value as State, linked) : value;
};

/** Replaces links to entries by references with titles, as relations are shown. */
export const withNames = (state: State, linked: Linked): State =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, named(value, linked)]));
