import type { UID } from '@strapi/types';
import { escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createStatementTrigger, type Definition } from '#platform/database/installer';
import { createTableLookup } from '#platform/strapi/tables';

/** Table of the IDs of deleted published rows, with the document and locale of each. */
export const ROW_ID_ALIASES = 'delivery.former_rows';

/**
 * Definitions that the readers need in every database. Unpublishing and publishing an entry again
 * gives it a new row ID. Clients that stored the old ID still find the document.
 */
export const rowIdAliasDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: ROW_ID_ALIASES,
    create: `CREATE SCHEMA IF NOT EXISTS delivery;
      CREATE TABLE ${ROW_ID_ALIASES} (
        uid text NOT NULL,
        id bigint NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        PRIMARY KEY (uid, id)
      )`,
  },
  {
    kind: 'function',
    // SECURITY DEFINER, because a role that may write to the content table may lack rights on this
    // one.
    name: 'delivery_rows_gone()',
    create: `CREATE OR REPLACE FUNCTION delivery_rows_gone() RETURNS trigger AS $$
BEGIN
  -- An ID is used again if somebody sets back the table's sequence.
  INSERT INTO ${ROW_ID_ALIASES} (uid, id, document_id, locale)
  SELECT TG_ARGV[0], id, document_id, coalesce(locale, '') FROM old_rows
  WHERE published_at IS NOT NULL AND document_id IS NOT NULL
  ON CONFLICT (uid, id) DO UPDATE SET document_id = excluded.document_id, locale = excluded.locale;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
  },
];

/**
 * Returns the trigger that stores the IDs of a type's published rows when they are deleted by
 * anyone. Existing rows are found in the type's own table, so the installation needs no backfill.
 */
export const createRowIdAliasTrigger = ({ strapi }: WithStrapi, uid: UID.ContentType): Definition =>
  createStatementTrigger({
    prefix: 'delivery_rows',
    table: createTableLookup({ strapi })(uid).name,
    event: 'DELETE',
    call: `delivery_rows_gone(${escapeLiteral(uid)})`,
  });
