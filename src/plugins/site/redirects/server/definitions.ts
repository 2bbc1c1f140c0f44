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

/** The slugs under which documents are or were published. */
export const SLUGS = 'redirects.slugs';

/** A slug is written only where it is new, or another document's than before: most publications change none. */
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
 * Has the database remember which document has, or had last, which slug. Triggers on the published rows miss no way
 * of writing, and are part of its transaction. A slug leads to a document, never to another slug: whatever that
 * document is called by now is looked up when somebody asks, so there are no chains and no loops. Rows that go are
 * noted as well as those that come, so slugs from before this was installed are known once they change.
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
      // The arguments: the type, and whether its documents have languages. It may be run by whoever is allowed to
      // write to the table, and needs more than that.
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
