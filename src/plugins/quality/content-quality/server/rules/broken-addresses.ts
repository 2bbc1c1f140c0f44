import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { parseLinkReference } from '#feature/link-reference';
import { listContentTypes, hasDrafts } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { createLinkFinder, guessEntries, type GuessedEntry } from '#plugins/site/links';
import { findLinked } from '#feature/application';
import { findAnsweredSlugs } from '#plugins/site/redirects';
import { BROKEN_ADDRESS, ENTRY_GONE, LEADS_NOWHERE } from '../../content-quality';
import { FINDINGS } from '../findings';
import { readDocuments, type CatalogueRule } from './rule';

/** Broken link and its place; positions in lists start at 0. */
export type BrokenLink = {
  uid: UID.ContentType;
  documentId: string;
  locale: string | null;
  path: readonly (string | number)[];
  address: string;
};

/** Typed address that has the form of an entry's address. */
type TypedLink = BrokenLink & { meant: readonly GuessedEntry[] };

/** Placeholder of a link without a target. */
const PLACEHOLDER_LINK = '#';

/** Selects drafts, limited to the searched documents. A batch is some hundred kilobytes. */
const DRAFTS = {
  condition: `d.published_at is null
    and (cast(:searched as text[]) is null or d.document_id = any(cast(:searched as text[])))`,
  size: 500,
};

/** Documents to search, by type; null for all. */
type DocumentScope = ReadonlyMap<string, readonly string[]> | null;

/** Returns every link in the searched drafts. */
const loadStoredLinks = async (
  { strapi }: WithStrapi,
  scope: DocumentScope,
): Promise<BrokenLink[]> => {
  const finder = createLinkFinder({ strapi });
  const links: BrokenLink[] = [];
  for (const type of listContentTypes({ strapi })) {
    const { uid } = type;
    if (!uid.startsWith('api::') || !hasDrafts(type) || !finder.concerns(uid)) continue;
    const searchedIds = scope === null ? null : [...(scope.get(uid) ?? [])];
    const batches = readDocuments({ strapi }, uid, {
      ...DRAFTS,
      bindings: { searched: searchedIds },
    });
    for await (const documents of batches) {
      const ids = documents.map(({ documentId }) => documentId);
      for (const { documentId, locale, links: ownLinks } of await finder.stored(uid, ids, null)) {
        for (const { path, value } of ownLinks) {
          if (typeof value === 'string') {
            links.push({ uid, documentId, locale, path, address: value });
          }
        }
      }
    }
  }
  return links;
};

const findTypedLinks = async (
  { strapi }: WithStrapi,
  links: readonly BrokenLink[],
): Promise<TypedLink[]> => {
  const meantBy = await guessEntries({ strapi });
  return links
    .map((link) => ({ ...link, meant: meantBy(link.address) }))
    .filter(({ meant }) => meant.length > 0);
};

/** Returns links to deleted entries and links that were never filled in. */
const findLostLinks = async (
  { strapi }: WithStrapi,
  links: readonly BrokenLink[],
): Promise<BrokenLink[]> => {
  const references = links.flatMap(({ address }) => parseLinkReference(address) ?? []);
  const existing = await findLinked({ strapi }, references, { locale: null, line: null });
  return links.filter(
    ({ address }) =>
      address === PLACEHOLDER_LINK ||
      (parseLinkReference(address) !== null && !existing.has(address)),
  );
};

const selectBrokenLinks = async (
  { strapi }: WithStrapi,
  typed: readonly TypedLink[],
): Promise<BrokenLink[]> => {
  const slugs = new Map<GuessedEntry['uid'], Set<string>>();
  for (const { uid, slug } of typed.flatMap(({ meant }) => meant)) {
    slugs.set(uid, (slugs.get(uid) ?? new Set()).add(slug));
  }
  const answered = new Map<string, ReadonlySet<string>>();
  for (const [uid, guessed] of slugs) {
    answered.set(uid, await findAnsweredSlugs({ strapi }, uid, [...guessed]));
  }
  return typed.filter(({ meant }) => !meant.some(({ uid, slug }) => answered.get(uid)?.has(slug)));
};

/**
 * Returns the broken links of entries in which the last scan found some, as those entries are now.
 * A link is broken if it leads to an unpublished address of the site or to a deleted entry, or is
 * only "#".
 */
export const findBrokenLinks = async ({ strapi }: WithStrapi): Promise<BrokenLink[]> => {
  const { rows } = await sql(
    { strapi },
    `select uid, array_agg(distinct document_id) as documents from ${FINDINGS} where code = any(cast(? as text[])) group by uid`,
    [[BROKEN_ADDRESS, ENTRY_GONE, LEADS_NOWHERE]],
  );
  const changedIds = new Map(rows.map((row) => [String(row.uid), row.documents as string[]]));
  const links = await loadStoredLinks({ strapi }, changedIds);
  const typed = await findTypedLinks({ strapi }, links);
  return [
    ...(await selectBrokenLinks({ strapi }, typed)),
    ...(await findLostLinks({ strapi }, links)),
  ];
};

/** Finds entries with links to unpublished addresses of the site. */
export const brokenAddresses: CatalogueRule = {
  // The rule's earlier name: stored findings keep it as their source.
  name: 'dead-addresses',
  code: BROKEN_ADDRESS,
  severity: 'error',
  title: {
    en: 'A link leads to an address without an entry.',
    es: 'Un enlace lleva a una dirección sin entrada.',
  },
  async find({ strapi }) {
    const typed = await findTypedLinks({ strapi }, await loadStoredLinks({ strapi }, null));
    const links = await selectBrokenLinks({ strapi }, typed);
    return links.map(({ uid, documentId, locale, path, address }) => ({
      uid,
      documentId,
      locale,
      field: String(path[0]),
      text: { en: address, es: address },
    }));
  },
};
