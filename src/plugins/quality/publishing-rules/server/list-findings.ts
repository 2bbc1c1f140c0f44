import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { filterErrors, type EntryWithFindings } from '../evaluate';
import {
  evaluateDrafts,
  createFindingFilter,
  type EvaluatedDraft,
  getRuleSets,
  type TypeRuleSet,
} from './draft-evaluator';

export type ListQuery = {
  /** CASL ability of the user (`@casl/ability`). */
  ability: unknown;
  /** Lists only entries of these types, in this order. */
  types: readonly UID.ContentType[];
  onlyErrors: boolean;
  /** Cursor at which the previous page ended. */
  after: string | null;
};

/** Page of the list with the cursor of the next page; null after the last page. */
export type ListPage = { entries: readonly EntryWithFindings[]; next: string | null };

const PAGE = 20;

/**
 * Number of entries evaluated a step, and maximum number of steps a request. Few entries may have
 * findings.
 */
const STEP_SIZE = 50;
const STEPS = 8;

type Row = { id: number; documentId: string; locale: string | null };

type Cursor = { at: number; id: number };

const parseCursor = (after: string | null): Cursor => {
  const [index = 0, id = 0] = (after ?? '').split('-').map(Number);
  return Number.isSafeInteger(index) && Number.isSafeInteger(id)
    ? { at: index, id }
    : { at: 0, id: 0 };
};

const readNextIds = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  ability: unknown,
  id: number,
): Promise<number[]> => {
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await getTable<Row>({ strapi }, uid).findMany({
    where: { $and: [permitted, { id: { $gt: id }, publishedAt: { $null: true } }] },
    select: ['id'],
    orderBy: { id: 'asc' },
    limit: STEP_SIZE,
  });
  return rows.map((row) => row.id);
};

const loadPublishedCheck = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  drafts: readonly EvaluatedDraft[],
): Promise<(draft: EvaluatedDraft) => boolean> => {
  if (drafts.length === 0) return () => false;
  const rows = await getTable<Row>({ strapi }, uid).findMany({
    where: {
      documentId: { $in: drafts.map(({ documentId }) => documentId) },
      publishedAt: { $notNull: true },
    },
    select: ['documentId', 'locale'],
  });
  const buildVersionKey = ({ documentId, locale }: Pick<Row, 'documentId' | 'locale'>): string =>
    `${documentId} ${locale ?? ''}`;
  const published = new Set(rows.map(buildVersionKey));
  return (draft) => published.has(buildVersionKey(draft));
};

const listWithFindings = async (
  { strapi }: WithStrapi,
  ruleSet: TypeRuleSet,
  ids: readonly number[],
  { ability, onlyErrors }: ListQuery,
): Promise<(EntryWithFindings & { id: number })[]> => {
  const { uid } = ruleSet;
  const seen = createFindingFilter({ strapi }, ability, uid);
  const evaluated = await evaluateDrafts({ strapi }, ruleSet, { ids });
  const withFindings = evaluated
    .map((draft) => {
      const findings = seen(draft.findings);
      return { ...draft, findings: onlyErrors ? filterErrors(findings) : findings };
    })
    .filter(({ findings }) => findings.length > 0);
  const isPublished = await loadPublishedCheck({ strapi }, uid, withFindings);
  const readableTitle = createReadableTitles({ strapi }, ability, uid);
  return withFindings.map((draft) => ({
    id: draft.id,
    uid,
    type: strapi.contentTypes[uid].info.displayName,
    documentId: draft.documentId,
    locale: draft.locale,
    title: readableTitle(draft.title),
    isPublished: isPublished(draft),
    findings: draft.findings,
  }));
};

/**
 * Returns a page of the readable entries with errors or warnings. Entries are evaluated on request,
 * so the list is never stale. A page may be short or empty if many entries had to be evaluated.
 */
export const listEntriesWithFindings = async (
  { strapi }: WithStrapi,
  query: ListQuery,
): Promise<ListPage> => {
  const entries: EntryWithFindings[] = [];
  let { at, id } = parseCursor(query.after);
  for (let step = 0; step < STEPS; step += 1) {
    const uid = query.types[at];
    const ruleSet = uid === undefined ? undefined : getRuleSets({ strapi }).get(uid);
    if (ruleSet === undefined) return { entries, next: null };
    const ids = await readNextIds({ strapi }, ruleSet.uid, query.ability, id);
    for (const { id: rowId, ...listed } of await listWithFindings(
      { strapi },
      ruleSet,
      ids,
      query,
    )) {
      entries.push(listed);
      if (entries.length === PAGE) return { entries, next: `${at}-${rowId}` };
    }
    const isLast = ids.length < STEP_SIZE;
    id = isLast ? 0 : Number(ids.at(-1));
    if (isLast) at += 1;
  }
  return { entries, next: at < query.types.length ? `${at}-${id}` : null };
};
