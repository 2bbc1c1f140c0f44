import type { Knex } from 'knex';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { PageType } from '../../../../catalogue/page-types';
import { tablesOf } from '../../../../platform/strapi/tables';

export type VerticalLinks = { table: string; links: string; page: string; vertical: string };

/** Returns the tables and columns of a page type and its links to business lines. */
export const verticalLinksOf = ({ strapi }: WithStrapi, uid: PageType): VerticalLinks => {
  const table = tablesOf({ strapi })(uid);
  const { table: links, from: page, to: vertical } = table.link('vertical');
  return { table: table.name, links, page, vertical };
};

type Saved = { id: number; documentId: string };

/** Serialises saves of one page in all locales until the transaction ends. */
export const lockPage = async (trx: Knex.Transaction, documentId: string): Promise<void> => {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [documentId]);
};

/**
 * Copies the business line of the saved version to the drafts of all locales of the page. A version
 * saved without a business line takes that of the others. In Strapi a relation belongs to one
 * locale, but a page belongs to one business line in every locale. Published versions only change
 * by publishing.
 */
export const shareVertical = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  uid: PageType,
  { id, documentId }: Saved,
): Promise<void> => {
  const { table, links, page, vertical } = verticalLinksOf({ strapi }, uid);
  const known = await trx(`${links} as l`)
    .join(`${table} as p`, 'p.id', `l.${page}`)
    .where('p.document_id', documentId)
    .orderByRaw('p.id = ? DESC, p.published_at DESC NULLS LAST', [id])
    .first<{ id: number } | undefined>(`l.${vertical} as id`);
  if (known === undefined) return;

  const drafts = trx(table).where({ document_id: documentId }).whereNull('published_at');
  await trx(links)
    .whereIn(page, drafts.clone().select('id'))
    .whereNot(vertical, known.id)
    .update({ [vertical]: known.id });
  const without = await drafts
    .whereNotIn('id', trx(links).select(page))
    .select<{ id: number }[]>('id');
  if (without.length > 0) {
    await trx(links).insert(without.map((row) => ({ [page]: row.id, [vertical]: known.id })));
  }
};
