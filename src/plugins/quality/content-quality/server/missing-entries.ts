import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { titleOf, type ListedRow } from '../../../../catalogue/entry-summary';
import type { Text } from '../../../../feature/layout';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { sql, tableOf } from '../../../../platform/strapi/queries';
import { evaluateStored, findUnpublishedDependencies } from '../../publishing-rules';
import {
  UNPUBLISHED_DEPENDENCY_CODES,
  type PagePlace,
  type UnpublishedDependency,
} from '../content-quality';
import { FINDINGS } from './definitions';

type Version = { documentId: string; locale: string | null };

type PageRow = ListedRow & { vertical?: { name?: string | null } | null };

/** Place on a page, and the unpublished entry to which it refers. */
type Dependency = { uid: UID.ContentType; documentId: string; place: PagePlace };

const keyOf = ({ documentId, locale }: Version): string => `${documentId} ${locale ?? ''}`;

const typeOf = ({ strapi }: WithStrapi, uid: string): string =>
  findModel({ strapi }, uid)?.info.displayName ?? uid;

/** Returns the drafts of some documents that the user may read or publish. */
const permittedAmong = async (
  { strapi }: WithStrapi,
  { uid, ability, action }: { uid: UID.ContentType; ability: unknown; action: 'read' | 'publish' },
  documents: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (!entryAccess({ strapi }, { ability, uid }).may(action)) return new Set();
  const rows = await tableOf<ListedRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        await permittedWhere({ strapi }, { ability, uid, action, query: {} }),
        { documentId: { $in: [...documents] }, publishedAt: { $null: true } },
      ],
    },
  });
  return new Set(
    rows.map(({ documentId, locale }) => keyOf({ documentId, locale: locale ?? null })),
  );
};

/** Returns the titles of readable pages: the names of their business lines. */
const pageTitles = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  documents: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tableOf<PageRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        await permittedWhere({ strapi }, { ability, uid, query: {} }),
        { documentId: { $in: [...documents] }, publishedAt: { $null: true } },
      ],
    },
    populate: { vertical: { select: ['name'] } },
  });
  return new Map(
    rows.map((row) => [
      keyOf({ documentId: row.documentId, locale: row.locale }),
      row.vertical?.name ?? titleOf(row),
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
    if (!entryAccess({ strapi }, { ability, uid }).may('read')) continue;
    const titles = await pageTitles({ strapi }, { uid, ability }, documents);
    for (const waiting of await findUnpublishedDependencies({ strapi }, uid, documents)) {
      const { documentId, locale, path } = waiting;
      const title = titles.get(keyOf(waiting));
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

/** Returns the titles and errors of some entries' drafts, by document and locale. */
const draftsOf = async ({ strapi }: WithStrapi, uid: string, documents: readonly string[]) => {
  const evaluated = await evaluateStored({ strapi }, uid, { documentIds: documents });
  return evaluated.map(({ documentId, locale, title, findings }) => ({
    documentId,
    locale,
    title,
    entryErrors: findings
      .filter(({ severity }) => severity === 'error')
      .map(({ text }): Text => text),
  }));
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
  for (const uid of new Set(dependencies.map((one) => one.uid))) {
    const own = dependencies.filter((one) => one.uid === uid);
    const documents = [...new Set(own.map(({ documentId }) => documentId))];
    const readable = await permittedAmong({ strapi }, { uid, ability, action: 'read' }, documents);
    const publishable = await permittedAmong(
      { strapi },
      { uid, ability, action: 'publish' },
      documents,
    );
    const drafts = await draftsOf({ strapi }, uid, documents);
    for (const { documentId, place } of own) {
      const versions = drafts.filter((draft) => draft.documentId === documentId);
      // A link leads to the default language if the entry does not exist in the page's language.
      const draft = versions.find(({ locale }) => locale === place.locale) ?? versions[0];
      if (draft === undefined || !readable.has(keyOf(draft))) continue;
      const key = `${uid} ${keyOf(draft)}`;
      const { locale, title, entryErrors } = draft;
      const entry = entries.get(key) ?? {
        uid,
        documentId,
        locale,
        type: typeOf({ strapi }, uid),
        title,
        mayPublish: publishable.has(keyOf(draft)),
        entryErrors,
        places: [],
      };
      entries.set(key, { ...entry, places: [...entry.places, place] });
    }
  }
  return [...entries.values()];
};
