import { sortPaths } from '../../../platform/http/queries/sort-paths';

const LINK = 'm3u8Link';
const EPISODE = 'api::episode.episode';

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isCondition = (key: string, value: unknown): boolean =>
  key === LINK || (key === 'sort' && sortPaths(value).some((path) => path.includes(LINK)));

const asksWithin = (value: unknown): boolean =>
  entriesOf(value).some(([key, inner]) => isCondition(key, inner) || asksWithin(inner));

/**
 * Returns true if the result of a query depends on a video's link. A caller who may filter or sort
 * by the link can guess it letter by letter. A search without a field (`_q`) covers every text of
 * the type.
 */
export const dependsOnLinks = (uid: string, query: Readonly<Record<string, unknown>>): boolean =>
  (uid === EPISODE && query._q !== undefined) || asksWithin(query);
