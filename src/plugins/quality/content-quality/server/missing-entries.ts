import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { getEntryTitle, type ListedRow } from '#catalogue/entry-summary';
import { isPageType } from '#catalogue/page-types';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { sql, getTable } from '#platform/strapi/queries';
import { evaluateStored, findUnpublishedDependencies } from '../../publishing-rules';
import {
  UNPUBLISHED_DEPENDENCY_CODES,
  type PagePlace,
  type UnpublishedDependency,
} from '../content-quality';
import { FINDINGS } from './findings';

type Version = { documentId: string; locale: string | null };

type PageRow = ListedRow & { vertical?: { name?: string | null } | null };

/** Place on a page, and the unpublished entry to which it refers. */
type Dependency = { uid: UID.ContentType; documentId: string; place: PagePlace };

const buildKey = ({ documentId, locale }: Version): string => `${documentId} ${locale ?? ''}`;

const typeOf = ({ strapi }: WithStrapi, uid: string): string =>
  findModel({ strapi }, uid)?.info.displayName ?? uid;

type Drafts = { uid: UID.ContentType; ability: unknown; documents: readonly string[] };

/**
 * Returns the titles of some drafts that the user may read or publish, by document and locale. The
 * title of a page is the name of its business line.
 */
const loadPermittedTitles = async (
  { strapi }: WithStrapi,
  { uid, ability, documents }: Drafts,
  action: 'read' | 'publish' = 'read',
): Promise<ReadonlyMap<string, string>> => {
  if (!createEntryAccess({ strapi }, { ability, uid }).may(action)) return new Map();
  const rows = await getTable<PageRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        await buildPermittedWhere({ strapi }, { ability, uid, action, query: {} }),
        { documentId: { $in: [...documents] }, publishedAt: { $null: true } },
      ],
    },
    ...(isPageType(uid) && { populate: { vertical: { select: ['name'] } } }),
  });
  const readableTitle = createReadableTitles({ strapi }, ability, uid);
  return new Map(
    rows.map((row) => [
      buildKey({ documentId: row.documentId, locale: row.locale ?? null }),
      row.vertical?.name ?? readableTitle(getEntryTitle(row)),
    ]),
  );
};

/** Returns the current unpublished dependencies of pages for which the last scan reported some. */
const findDependencies = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<Dependency[]> => {
  const { rows } = await sql(
    { strapi },
    `select uid, array_agg(distinct document_id) as documents from ${FINDINGS}
      where code = any(cast(? as text[])) group by uid order by uid`,
    [[...UNPUBLISHED_DEPENDENCY_CODES]],
  );
  const dependencies: Dependency[] = [];
  for (const row of rows) {
    const uid = String(row.uid) as UID.ContentType;
    const documents = row.documents as string[];
    const titles = await loadPermittedTitles({ strapi }, { uid, ability, documents });
    if (titles.size === 0) continue;
    for (const waiting of await findUnpublishedDependencies({ strapi }, uid, documents)) {
      const { documentId, locale, path } = waiting;
      const title = titles.get(buildKey(waiting));
      if (title === undefined) continue;
      const type = typeOf({ strapi }, uid);
      const place = { uid, documentId, locale, type, title, at: path.join('.') };
      dependencies.push({
        uid: waiting.for.uid as UID.ContentType,
        documentId: waiting.for.documentId,
        place,
      });
    }
  }
  return dependencies;
};

/**
 * Returns the unpublished entries that pages refer to, if the user may read both. The number of
 * queries is independent of the number of entries.
 */
export const findMissingEntries = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<UnpublishedDependency[]> => {
  const dependencies = await findDependencies({ strapi }, ability);
  const entries = new Map<string, UnpublishedDependency>();
  for (const uid of new Set(dependencies.map((dependency) => dependency.uid))) {
    const ofType = dependencies.filter((dependency) => dependency.uid === uid);
    const documents = [...new Set(ofType.map(({ documentId }) => documentId))];
    const readable = await loadPermittedTitles({ strapi }, { uid, ability, documents });
    const publishable = await loadPermittedTitles(
      { strapi },
      { uid, ability, documents },
      'publish',
    );
    const readableTitle = createReadableTitles({ strapi }, ability, uid);
    const drafts = await evaluateStored({ strapi }, uid, { documentIds: documents });
    for (const { documentId, place } of ofType) {
      const versions = drafts.filter((draft) => draft.documentId === documentId);
      // A link leads to the default language if the entry does not exist in the page's language.
      const draft = versions.find(({ locale }) => locale === place.locale) ?? versions[0];
      if (draft === undefined || !readable.has(buildKey(draft))) continue;
      const key = `${uid} ${buildKey(draft)}`;
      const { locale, title, findings } = draft;
      const entry = entries.get(key) ?? {
        uid,
        documentId,
        locale,
        type: typeOf({ strapi }, uid),
        title: readableTitle(title),
        mayPublish: publishable.has(buildKey(draft)),
        entryErrors: findings.flatMap(({ severity, text }) => (severity === 'error' ? [text] : [])),
        places: [],
      };
      entries.set(key, { ...entry, places: [...entry.places, place] });
    }
  }
  return [...entries.values()];
};
