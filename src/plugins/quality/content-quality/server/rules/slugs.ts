import { contentTypesOf, hasDrafts } from '../../../../../platform/strapi/models';
import { sql } from '../../../../../platform/strapi/queries';
import { columnsOf } from './columns';
import type { CatalogueRule } from './rule';

const title = {
  en: 'The slug differs from another slug only by accents or punctuation.',
  es: 'El slug solo se distingue de otro por acentos o signos de puntuación.',
};

/**
 * Finds slugs that people and search engines confuse: `educación` and `educacion`, `a-b` and `ab`.
 */
export const slugs: CatalogueRule = {
  name: 'slugs',
  async find({ strapi }) {
    const types = contentTypesOf({ strapi }).filter(
      (type) => type.uid.startsWith('api::') && type.attributes.slug !== undefined,
    );
    const found = await Promise.all(
      types.map(async (type) => {
        const { table, column, localeOf } = columnsOf({ strapi }, type.uid);
        const drafts = hasDrafts(type) ? 'd.published_at is null' : 'true';
        const { rows } = await sql(
          { strapi },
          `with plain as (
             select d.document_id, ${localeOf('d')} as locale, d.${column('slug')} as slug,
                    regexp_replace(lower(normalize(d.${column('slug')}, NFD)), '[^a-z0-9]', '', 'g') as form
               from ${table} d where ${drafts} and d.${column('slug')} <> '')
           select p.document_id, p.locale, min(o.slug) as other from plain p
             join plain o on o.form = p.form and o.locale = p.locale and o.document_id <> p.document_id
            group by p.document_id, p.locale`,
        );
        return rows.map((row) => ({
          uid: type.uid,
          documentId: String(row.document_id),
          locale: row.locale === '' ? null : String(row.locale),
          code: 'SLUG_ALIKE',
          field: 'slug',
          severity: 'warning' as const,
          title,
          text: { en: `“${String(row.other)}”`, es: `«${String(row.other)}»` },
        }));
      }),
    );
    return found.flat();
  },
};
