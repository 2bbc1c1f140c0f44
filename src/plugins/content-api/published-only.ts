import { errors } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listMembers, isPosition, sortPaths } from '#platform/http/queries/sort-paths';
import { findModel, hasDrafts as modelHasDrafts } from '#platform/strapi/models';

/** Rows that a part of a query reads. */
type QueriedRows = {
  uid: string;
  /** True if they are published rows, which Strapi links only to published rows. */
  arePublished: boolean;
};

type Query = { filters?: unknown; sort?: unknown; populate?: unknown };

const MEDIA = 'plugin::upload.file';
const TRANSLATIONS = 'localizations';

/**
 * Creates a function that finds the first path in filters or sort order that reads rows of drafts.
 * Strapi hides drafts from responses only: a caller who may filter by an unpublished title can
 * guess it letter by letter. Translations lead to drafts, and so do types without drafts, which
 * link to both versions.
 */
export const createDraftFinder = ({ strapi }: WithStrapi) => {
  const hasDrafts = (uid: string): boolean => modelHasDrafts(findModel({ strapi }, uid) ?? {});

  /** Returns the rows that an attribute joins; null for a scalar. */
  const findJoinedRows = (
    { uid, arePublished }: QueriedRows,
    name: string,
  ): QueriedRows | 'drafts' | null => {
    const { type, target, component } = findModel({ strapi }, uid)?.attributes[name] ?? {};
    if (type === 'component' && component !== undefined) return { uid: component, arePublished };
    if (type === 'media') return { uid: MEDIA, arePublished: false };
    if (type !== 'relation') return null;
    if (name === TRANSLATIONS || target === undefined) return 'drafts';
    if (!hasDrafts(target)) return { uid: target, arePublished: false };
    return arePublished ? { uid: target, arePublished } : 'drafts';
  };

  const inFilters = (rows: QueriedRows, filters: unknown): string | undefined => {
    for (const [key, inner] of listMembers(filters)) {
      const isOperator = key.startsWith('$') || isPosition(key);
      const next = isOperator ? rows : findJoinedRows(rows, key);
      if (next === 'drafts') return key;
      const hiddenPath = next === null ? undefined : inFilters(next, inner);
      if (hiddenPath !== undefined) return isOperator ? hiddenPath : `${key}.${hiddenPath}`;
    }
    return undefined;
  };

  const inSort = (rows: QueriedRows, sort: unknown): string | undefined =>
    sortPaths(sort)
      .find((path) => {
        let queriedRows: QueriedRows | 'drafts' | null = rows;
        for (const name of path) {
          if (queriedRows !== null && queriedRows !== 'drafts')
            queriedRows = findJoinedRows(queriedRows, name);
        }
        return queriedRows === 'drafts';
      })
      ?.join('.');

  const inQuery = (rows: QueriedRows, { filters, sort, populate }: Query): string | undefined => {
    const hiddenPath = inFilters(rows, filters) ?? inSort(rows, sort);
    if (hiddenPath !== undefined) return hiddenPath;
    for (const [key, inner] of listMembers(populate)) {
      const innerPath = inPopulated(rows, key, inner);
      if (innerPath !== undefined) return `${key}.${innerPath}`;
    }
    return undefined;
  };

  /** Strapi populates only published rows, whatever they are populated from. */
  const inPopulated = (rows: QueriedRows, name: string, inner: unknown): string | undefined => {
    const { on, ...query } = Object.fromEntries(listMembers(inner)) as Query & { on?: unknown };
    const { type, target, component } = findModel({ strapi }, rows.uid)?.attributes[name] ?? {};
    const uid = type === 'media' ? MEDIA : (target ?? component);
    if (uid !== undefined) {
      const arePublished = type === 'component' ? rows.arePublished : hasDrafts(uid);
      return inQuery({ uid, arePublished }, query);
    }
    for (const [part, componentQuery] of listMembers(on)) {
      const hiddenPath = inQuery(
        { uid: part, arePublished: rows.arePublished },
        componentQuery as Query,
      );
      if (hiddenPath !== undefined) return hiddenPath;
    }
    return undefined;
  };

  /** Returns the path of the first such position in a query, or undefined. */
  return (uid: string, query: Query): string | undefined =>
    inQuery({ uid, arePublished: hasDrafts(uid) }, query);
};

type PolicyContext = {
  state: {
    auth?: { strategy?: { name?: string } };
    /**
     * The handler of a generated route consists of the type's UID and the action:
     * `api::live.live.find`.
     */
    route: { handler: string };
  };
  request: { query: Record<string, unknown> };
};

const isDraftQuery = ({
  status,
  publicationFilter,
  hasPublishedVersion,
}: Record<string, unknown>) =>
  (status !== undefined && status !== 'published') ||
  publicationFilter !== undefined ||
  hasPublishedVersion !== undefined;

const createPolicyError = (message: string, details: Record<string, unknown> = {}): Error =>
  new errors.PolicyError(message, { code: 'DRAFTS_NOT_PUBLIC', ...details });

/**
 * Rejects requests for drafts without an API token. Strapi returns `?status=draft` to everyone who
 * may read a type at all (https://github.com/strapi/strapi/issues/25326), and lets them filter by
 * drafts.
 */
export const requirePublished = (
  { state, request: { query } }: PolicyContext,
  _config: unknown,
  { strapi }: WithStrapi,
): boolean => {
  if (state.auth?.strategy?.name === 'content-api-token') return true;
  if (isDraftQuery(query)) throw createPolicyError('Drafts are not public.');
  const { handler } = state.route;
  const path = createDraftFinder({ strapi })(handler.slice(0, handler.lastIndexOf('.')), query);
  if (path !== undefined) {
    throw createPolicyError(`Drafts are not public, and ${path} would look at them.`, { path });
  }
  return true;
};
