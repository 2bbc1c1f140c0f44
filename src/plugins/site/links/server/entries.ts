import { escapeIdentifier as name } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createPermissionFilter, mayReadField } from '#feature/permission-filter';
import { findModel } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { linkables } from '#catalogue/links/linkables';
import {
  linkTo,
  type LinkContext,
  type LinkedEntry,
  type Reference,
} from '#feature/link-reference';
import { ADDRESS_FUNCTION } from './definitions';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Runs a query in the current transaction, if there is one, so that it sees uncommitted writes. */
const runQuery = ({ strapi }: WithStrapi, statement: string, bindings: readonly unknown[]) =>
  strapi.db.transaction(({ trx }) => sql({ strapi, trx }, statement, bindings));

const readTitles = async (
  { strapi }: WithStrapi,
  references: readonly Reference[],
  { locale }: LinkContext,
): Promise<ReadonlyMap<string, string>> => {
  const titles = new Map<string, string>();
  for (const { uid, title } of linkables) {
    const documentIds = references
      .filter((reference) => reference.uid === uid)
      .map((reference) => reference.documentId);
    if (documentIds.length === 0) continue;
    const { name: table, column } = createTableLookup({ strapi })(uid);
    const { rows } = await runQuery(
      { strapi },
      `SELECT DISTINCT ON (document_id) document_id, ${name(column(title))} AS title FROM ${name(table)}
       WHERE document_id = ANY(CAST(? AS text[]))
       ORDER BY document_id, (locale = CAST(? AS text)) IS TRUE DESC, published_at IS NULL DESC, id`,
      [documentIds, locale],
    );
    for (const row of rows) {
      titles.set(
        linkTo({ uid, documentId: String(row.document_id) }),
        typeof row.title === 'string' ? row.title : '',
      );
    }
  }
  return titles;
};

const resolveAddresses = async (
  { strapi }: WithStrapi,
  links: readonly string[],
  { locale, line }: LinkContext,
): Promise<ReadonlyMap<string, Pick<LinkedEntry, 'isPublished' | 'address'>>> => {
  const verticals = name(createTableLookup({ strapi })(BUSINESS_LINE).name);
  const { rows } = await runQuery(
    { strapi },
    `SELECT w.link, p.is_found AS "isPublished",
       CASE WHEN p.is_found THEN p.address ELSE d.address END AS address
     FROM unnest(CAST(? AS text[])) w(link)
     CROSS JOIN (SELECT CAST(? AS text) AS language,
       (SELECT min(v.id) FROM ${verticals} v WHERE v.document_id = CAST(? AS text)) AS line) h
     CROSS JOIN LATERAL ${ADDRESS_FUNCTION}(w.link, h.language, h.line, false) p
     CROSS JOIN LATERAL ${ADDRESS_FUNCTION}(w.link, h.language, h.line, true) d`,
    [links, locale, line],
  );
  return new Map(
    rows.map((row) => [
      String(row.link),
      { isPublished: row.isPublished === true, address: String(row.address) },
    ]),
  );
};

/**
 * Returns the entries of links by link; missing entries are left out. Runs one query for each type,
 * regardless of the number of links.
 */
export const findLinked = async (
  { strapi }: WithStrapi,
  requestedReferences: readonly Reference[],
  place: LinkContext,
): Promise<ReadonlyMap<string, LinkedEntry>> => {
  const references = [
    ...new Map(requestedReferences.map((reference) => [linkTo(reference), reference])).values(),
  ];
  if (references.length === 0) return new Map();
  const titles = await readTitles({ strapi }, references, place);
  const existing = references.filter((reference) => titles.has(linkTo(reference)));
  if (existing.length === 0) return new Map();
  const addresses = await resolveAddresses({ strapi }, existing.map(linkTo), place);
  const entries = existing.map(({ uid, documentId }) => {
    const link = linkTo({ uid, documentId });
    const { isPublished = false, address = '/' } = addresses.get(link) ?? {};
    return { uid, documentId, link, isPublished, address };
  });
  const mayRead = await createPermissionFilter({ strapi })(entries);
  const titledTypes: ReadonlySet<string> = new Set(
    linkables.flatMap(({ uid, title }) => (mayReadField({ strapi }, uid, title) ? [uid] : [])),
  );
  return new Map(
    entries.map(({ link, ...entry }) => [
      link,
      {
        ...entry,
        type: findModel({ strapi }, entry.uid)?.info.displayName ?? entry.uid,
        title: titledTypes.has(entry.uid) && mayRead(entry) ? (titles.get(link) ?? null) : null,
      },
    ]),
  );
};
