import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { lineAttributeOf } from '../../../../../catalogue/entry-summary';
import { contentTypesOf, findModel, hasDrafts } from '../../../../../platform/strapi/models';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { findUsed } from '../../../../../catalogue/references/find-uses';
import { isPageType } from '../../../../../catalogue/page-types';
import type { Finding } from '../findings';
import { columnsOf } from './columns';
import type { CatalogueRule } from './rule';

const BATCH = 200;

export const SHOWN_NOWHERE = 'SHOWN_NOWHERE';

const title = {
  en: 'The entry is published, but no page, list or entry refers to it.',
  es: 'La entrada está publicada, pero ninguna página, lista ni entrada hace referencia a ella.',
};

/**
 * Returns the SQL condition of rows without a business line. Entries of a line appear in the lists
 * of its site.
 */
const isListedByNoLine = ({ strapi }: WithStrapi, uid: string): string => {
  const lines = lineAttributeOf({ strapi }, uid);
  if (lines === null) return 'true';
  const { table, from } = tablesOf({ strapi })(uid).link(lines);
  return `not exists (select from ${escapeIdentifier(table)} l where l.${escapeIdentifier(from)} = d.id)`;
};

/** Returns whether entries of a type are meant to be shown by other entries or in lists. */
export const canBeUnreferenced = ({ strapi }: WithStrapi, uid: string): boolean => {
  const model = findModel({ strapi }, uid);
  return model !== undefined && uid.startsWith('api::') && hasDrafts(model) && !isPageType(uid);
};

/** Finds published entries that no page, list or entry refers to. */
export const unreferencedEntries: CatalogueRule = {
  name: 'shown-nowhere',
  isCostly: true,
  async find({ strapi }) {
    const found: Finding[] = [];
    for (const { uid } of contentTypesOf({ strapi })) {
      if (!canBeUnreferenced({ strapi }, uid)) continue;
      const { table, column, localeOf } = columnsOf({ strapi }, uid);
      const isUnlisted = isListedByNoLine({ strapi }, uid);
      let after = '';
      for (;;) {
        const { rows } = await sql(
          { strapi },
          `select document_id, array_agg(distinct ${localeOf('d')}) as locales from ${table} d
            where d.${column('publishedAt')} is not null and document_id > ? and ${isUnlisted}
            group by document_id order by document_id limit ${BATCH}`,
          [after],
        );
        if (rows.length === 0) break;
        const documents = rows.map((row) => String(row.document_id));
        const used = await findUsed({ strapi }, { uid, ids: documents, onlyPublished: true });
        for (const { document_id: id, locales } of rows) {
          if (used.has(String(id))) continue;
          for (const locale of locales as string[]) {
            found.push({
              uid,
              documentId: String(id),
              locale: locale === '' ? null : locale,
              code: SHOWN_NOWHERE,
              field: null,
              severity: 'warning',
              title,
              text: title,
            });
          }
        }
        after = documents.at(-1) ?? '';
      }
    }
    return found;
  },
};
