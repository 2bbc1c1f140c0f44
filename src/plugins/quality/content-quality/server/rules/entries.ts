import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { findLineAttribute } from '#catalogue/entry-summary';
import { isPageType } from '#catalogue/page-types';
import { findUsed } from '#catalogue/references/find-uses';
import { listContentTypes, findModel, hasDrafts } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { findStaleTranslations } from '#plugins/quality/stale-translations';
import { SHOWN_NOWHERE, TRANSLATION_OLDER } from '../../content-quality';
import { getColumns, toLocale, readDocuments, type CatalogueRule, type RuleFinding } from './rule';

/** Finds a missing default line. A unique index prevents a second one. */
export const defaultLine: CatalogueRule = {
  name: 'default-line',
  code: 'LINE_DEFAULT_MISSING',
  severity: 'warning',
  title: {
    en: 'No business line is the default. Requests without a business line receive the first one.',
    es: 'Ninguna línea de negocio es la principal. Las peticiones sin línea de negocio reciben la primera.',
  },
  async find({ strapi }) {
    const { table, column } = getColumns({ strapi }, BUSINESS_LINE);
    const field = 'isDefault';
    const { rows } = await sql(
      { strapi },
      `select document_id from ${table} where not exists (select from ${table} where ${column(field)})`,
    );
    return rows.map((row) => ({ uid: BUSINESS_LINE, documentId: String(row.document_id), field }));
  },
};

/**
 * Finds slugs that people and search engines confuse: `educación` and `educacion`, `a-b` and `ab`.
 */
export const slugs: CatalogueRule = {
  name: 'slugs',
  code: 'SLUG_ALIKE',
  severity: 'warning',
  title: {
    en: 'The slug differs from another slug only by accents or punctuation.',
    es: 'El slug solo se distingue de otro por acentos o signos de puntuación.',
  },
  async find({ strapi }) {
    const types = listContentTypes({ strapi }).filter(
      (type) => type.uid.startsWith('api::') && type.attributes.slug !== undefined,
    );
    const findings = await Promise.all(
      types.map(async (type) => {
        const { table, column, localeOf } = getColumns({ strapi }, type.uid);
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
          locale: toLocale(row.locale),
          field: 'slug',
          text: { en: `“${String(row.other)}”`, es: `«${String(row.other)}»` },
        }));
      }),
    );
    return findings.flat();
  },
};

export const translations: CatalogueRule = {
  name: 'translations',
  code: TRANSLATION_OLDER,
  severity: 'warning',
  title: {
    en: 'The translation is stale: the source text has changed.',
    es: 'La traducción está desactualizada: el texto original ha cambiado.',
  },
  async find({ strapi }) {
    const types = listContentTypes({ strapi }).filter(({ uid }) => uid.startsWith('api::'));
    const findings = await Promise.all(
      types.map(async ({ uid }) =>
        (await findStaleTranslations({ strapi }, uid)).map(({ documentId, locale }) => ({
          uid,
          documentId,
          locale,
        })),
      ),
    );
    return findings.flat();
  },
};

/** Number of documents whose references are searched at a time. */
const BATCH = 200;

/**
 * Returns the SQL condition of rows without a business line. Entries of a line appear in the lists
 * of its site.
 */
const isListedByNoLine = ({ strapi }: WithStrapi, uid: string): string => {
  const lines = findLineAttribute({ strapi }, uid);
  if (lines === null) return 'true';
  const { table, from } = createTableLookup({ strapi })(uid).link(lines);
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
  code: SHOWN_NOWHERE,
  severity: 'warning',
  title: {
    en: 'The entry is published, but no page, list or entry refers to it.',
    es: 'La entrada está publicada, pero ninguna página, lista ni entrada hace referencia a ella.',
  },
  isCostly: true,
  async find({ strapi }) {
    const findings: RuleFinding[] = [];
    for (const { uid } of listContentTypes({ strapi })) {
      if (!canBeUnreferenced({ strapi }, uid)) continue;
      const isPublished = `d.${getColumns({ strapi }, uid).column('publishedAt')} is not null`;
      const condition = `${isPublished} and ${isListedByNoLine({ strapi }, uid)}`;
      for await (const documents of readDocuments({ strapi }, uid, { condition, size: BATCH })) {
        const ids = documents.map(({ documentId }) => documentId);
        const used = await findUsed({ strapi }, { uid, ids, onlyPublished: true });
        findings.push(
          ...documents
            .filter(({ documentId }) => !used.has(documentId))
            .flatMap(({ documentId, locales }) =>
              locales.map((locale) => ({ uid, documentId, locale })),
            ),
        );
      }
    }
    return findings;
  },
};
