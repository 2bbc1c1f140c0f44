import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLinks, parseLinkReference, type LinkedEntry } from '#feature/link-reference';
import { findLinked } from '#feature/application';
import type { State } from '../changes';
import { findHiddenTitles } from '#catalogue/access/hidden-entries';
import { getTable } from '#platform/strapi/queries';

type LinkedEntries = ReadonlyMap<string, LinkedEntry>;

/** Returns the existing entries that links in states refer to, by link. */
export const findLinkedEntries = (
  { strapi }: WithStrapi,
  states: readonly State[],
  locale: string,
): Promise<LinkedEntries> =>
  findLinked(
    { strapi },
    findLinks(states).flatMap((link) => parseLinkReference(link) ?? []),
    { locale: locale === '' ? null : locale, line: null },
  );

/** Returns a copy of a value whose parts a function replaces. It keeps a part by returning undefined. */
const replaceParts = (value: unknown, replace: (part: unknown) => unknown): unknown => {
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(value)) return value.map((inner: unknown) => replaceParts(inner, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceParts(inner, replace)]),
  );
};

/**
 * Returns the parts that a function finds in the objects of a value, outermost first. It does not
 * search within a found part.
 */
const findParts = <Part>(
  value: unknown,
  find: (part: object) => Part | undefined,
): readonly Part[] => {
  if (typeof value !== 'object' || value === null) return [];
  const part = Array.isArray(value) ? undefined : find(value);
  return part === undefined
    ? Object.values(value).flatMap((inner) => findParts(inner, find))
    : [part];
};

/** Replaces links to entries by references with titles, as relations are shown. */
export const withLinkTitles = (state: State, linked: LinkedEntries): State =>
  replaceParts(state, (part) => {
    const reference = typeof part === 'string' ? parseLinkReference(part) : null;
    if (reference === null) return undefined;
    const entry = linked.get(String(part));
    return { documentId: reference.documentId, title: entry?.title ?? entry?.type ?? null };
  }) as State;

const isEntryReference = (value: object): value is { documentId: string; title: unknown } =>
  Object.keys(value).length === 2 &&
  'title' in value &&
  'documentId' in value &&
  typeof value.documentId === 'string';

/** Replaces the titles of entries that the current user may not read, as forms do. */
export const withoutHiddenTitles = async (
  { strapi }: WithStrapi,
  states: readonly State[],
): Promise<readonly State[]> => {
  const documentIds = findParts(states, (part) =>
    isEntryReference(part) ? part.documentId : undefined,
  );
  const titles = await findHiddenTitles({ strapi }, [...new Set(documentIds)]);
  if (titles.size === 0) return states;
  const hide = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || !isEntryReference(part)) return undefined;
    const title = titles.get(part.documentId);
    return title === undefined ? undefined : { ...part, title };
  };
  return states.map((state) => replaceParts(state, hide) as State);
};

type File = {
  id: number;
  name: string;
  url: string;
  formats: { thumbnail?: { url?: string } } | null;
};

const FILES = 'plugin::upload.file';

const getFileId = (part: object): number | undefined => {
  const { id, name, ...rest } = part as State;
  const isFile =
    typeof id === 'number' && typeof name === 'string' && Object.keys(rest).length === 0;
  return isFile ? id : undefined;
};

/** Returns the existing pictures of states with their thumbnails. */
export const listPictures = async (
  { strapi }: WithStrapi,
  states: readonly State[],
): Promise<readonly { id: number; name: string; thumbnail: string }[]> => {
  const ids = [...new Set(findParts(states, getFileId))];
  if (ids.length === 0) return [];
  const files = await getTable<File>({ strapi }, FILES).findMany({ where: { id: { $in: ids } } });
  return files.map(({ id, name, url, formats }) => ({
    id,
    name,
    thumbnail: formats?.thumbnail?.url ?? url,
  }));
};
