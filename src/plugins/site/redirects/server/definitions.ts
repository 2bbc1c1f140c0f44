import { escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { sluggedTypes } from '../../../../catalogue/slugged-types';
import {
  ROW_EVENTS,
  statementTrigger,
  type Definition,
} from '../../../../platform/database/installer';
import { modelsOf } from '../../../../delivery/plan/model';
import { tablesOf } from '../../../../platform/strapi/tables';

/** Table of the current and former slugs of published documents. */
export const SLUGS = 'redirects.slugs';

/**
 * Returns the statement that records slugs. It writes only new slugs and those of another document,
 * because most publications change none.
 */
const record = (rows: string): string => `
    INSERT INTO ${SLUGS} AS s (uid, locale, slug, document_id)
    SELECT DISTINCT ON (r.locale, r.slug) TG_ARGV[0], r.locale, r.slug, r.document_id
    FROM (SELECT id, slug, document_id, CASE WHEN TG_ARGV[1]::boolean THEN coalesce(locale, '') ELSE '' END AS locale
      FROM ${rows} WHERE published_at IS NOT NULL AND document_id IS NOT NULL AND slug <> '') r
    WHERE NOT EXISTS (SELECT FROM ${SLUGS} k WHERE k.uid = TG_ARGV[0] AND k.locale = r.locale
      AND k.slug = r.slug AND k.document_id = r.document_id)
    ORDER BY r.locale, r.slug, r.id DESC
    ON CONFLICT (uid, locale, slug) DO UPDATE SET document_id = excluded.document_id, at = now();`;

/**
 * Returns the table and triggers that record which document has, or last had, each slug. Triggers
 * on published rows cover every way of writing, within its transaction. A slug leads to a document,
 * whose current slug is looked up on request, so there are no chains or loops. Deleted rows are
 * recorded as well, so slugs that predate the installation are recorded when they change.
 */
export const redirectDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  return [
    {
      kind: 'table',
      name: SLUGS,
      create: `CREATE SCHEMA IF NOT EXISTS redirects;
      CREATE TABLE ${SLUGS} (
        uid text NOT NULL,
        locale text NOT NULL DEFAULT '',
        slug text NOT NULL,
        document_id text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, locale, slug)
      )`,
    },
    {
      kind: 'function',
      // Arguments: the type, and whether its documents have languages. Any role that may write to
      // the table may run it, with the rights of its owner.
      name: 'redirects_slugs_changed()',
      create: `CREATE OR REPLACE FUNCTION redirects_slugs_changed() RETURNS trigger AS $$
BEGIN
  -- What goes first: within one statement two entries may change their slugs with each other.
  IF TG_OP <> 'INSERT' THEN${record('old_rows')}
  END IF;
  IF TG_OP <> 'DELETE' THEN${record('new_rows')}
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    ...sluggedTypes.flatMap((uid) =>
      ROW_EVENTS.map((event) => {
        const { name: table } = tables(uid);
        const call = `redirects_slugs_changed(${escapeLiteral(uid)}, ${escapeLiteral(String(models(uid).isLocalized))})`;
        return statementTrigger({ prefix: 'redirects', table, event, call });
      }),
    ),
  ];
};
