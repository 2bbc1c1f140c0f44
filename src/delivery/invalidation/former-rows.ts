import type { UID } from '@strapi/types';
import { escapeLiteral } from 'pg';
import type { WithStrapi } from '../../platform/with-strapi';
import { statementTrigger, type Definition } from '../../platform/database/installer';
import { tablesOf } from '../../platform/strapi/tables';

/** The numbers of published rows that are gone, with the document and language that each was a version of. */
export const FORMER_ROWS = 'delivery.former_rows';

/**
 * What the readers need in every database. Who takes an entry back and publishes it again gives it another number; whoever
 * has kept the number before would find nothing.
 */
export const formerRowDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: FORMER_ROWS,
    create: `CREATE SCHEMA IF NOT EXISTS delivery;
      CREATE TABLE ${FORMER_ROWS} (
        uid text NOT NULL,
        id bigint NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        PRIMARY KEY (uid, id)
      )`,
  },
  {
    kind: 'function',
    // It may be run by whoever is allowed to write to the table, and needs more than that.
    name: 'delivery_rows_gone()',
    create: `CREATE OR REPLACE FUNCTION delivery_rows_gone() RETURNS trigger AS $$
BEGIN
  -- A number can come twice where somebody has set back the table's sequence.
  INSERT INTO ${FORMER_ROWS} (uid, id, document_id, locale)
  SELECT TG_ARGV[0], id, document_id, coalesce(locale, '') FROM old_rows
  WHERE published_at IS NOT NULL AND document_id IS NOT NULL
  ON CONFLICT (uid, id) DO UPDATE SET document_id = excluded.document_id, locale = excluded.locale;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
  },
];

/**
 * Has the database remember the numbers of a type's published rows when they go, whoever removes them. Those that are
 * there are found in the type's own table, so that nothing has to be filled in when this is installed.
 */
export const rememberNumbers = ({ strapi }: WithStrapi, uid: UID.ContentType): Definition =>
  statementTrigger({
    prefix: 'delivery_rows',
    table: tablesOf({ strapi })(uid).name,
    event: 'DELETE',
    call: `delivery_rows_gone(${escapeLiteral(uid)})`,
  });
