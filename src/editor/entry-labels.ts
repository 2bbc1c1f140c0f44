import type { Core } from '@strapi/strapi';
import { pageTypes, type PageType } from '../pages/types';

/**
 * The admin panel names an entry by one text attribute. Products are known by title and SKU, pages by
 * their business line, so both have a `label` of their own. The database writes it: whatever way a row
 * comes or changes, publishing and import included, it says what the row says.
 */

const PRODUCT = 'api::product.product';
const VERTICAL = 'api::vertical.vertical';

/** Strapi's strings hold so many characters; the title gives way to the SKU. */
const LENGTH = 255;

type Link = {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
};

const productLabel = (table: string): string => {
  const text = (row: string): string =>
    `left(${row}.title, ${LENGTH} - length(coalesce(' · ' || ${row}.sku, ''))) || coalesce(' · ' || ${row}.sku, '')`;
  return `
    CREATE OR REPLACE FUNCTION ${table}_label() RETURNS trigger AS $$
    BEGIN
      NEW.label := ${text('NEW')};
      RETURN NEW;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${table}_label ON ${table};
    CREATE TRIGGER ${table}_label BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_label();
    UPDATE ${table} p SET label = NULL WHERE p.label IS DISTINCT FROM ${text('p')};
  `;
};

type PageTables = { pages: string; verticals: string; link: Link };

const pageLabel = ({ pages, verticals, link }: PageTables): string => {
  const page = link.joinColumn.name;
  const vertical = link.inverseJoinColumn.name;
  const links = link.name;
  const text = (row: string): string =>
    `(SELECT v.name FROM ${links} l JOIN ${verticals} v ON v.id = l.${vertical} WHERE l.${page} = ${row}.id LIMIT 1)`;
  return `
    CREATE OR REPLACE FUNCTION ${pages}_label() RETURNS trigger AS $$
    BEGIN
      NEW.label := ${text('NEW')};
      RETURN NEW;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${pages}_label ON ${pages};
    CREATE TRIGGER ${pages}_label BEFORE INSERT OR UPDATE ON ${pages}
      FOR EACH ROW EXECUTE FUNCTION ${pages}_label();

    -- Strapi writes the row first and its link afterwards.
    CREATE OR REPLACE FUNCTION ${links}_label() RETURNS trigger AS $$
    BEGIN
      UPDATE ${pages} SET label = NULL WHERE id = NEW.${page};
      RETURN NULL;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${links}_label ON ${links};
    CREATE TRIGGER ${links}_label AFTER INSERT OR UPDATE ON ${links}
      FOR EACH ROW EXECUTE FUNCTION ${links}_label();

    CREATE OR REPLACE FUNCTION ${links}_renamed() RETURNS trigger AS $$
    BEGIN
      UPDATE ${pages} SET label = NULL
        WHERE id IN (SELECT l.${page} FROM ${links} l WHERE l.${vertical} = NEW.id);
      RETURN NULL;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${links}_renamed ON ${verticals};
    CREATE TRIGGER ${links}_renamed AFTER UPDATE OF name ON ${verticals}
      FOR EACH ROW EXECUTE FUNCTION ${links}_renamed();

    UPDATE ${pages} p SET label = NULL WHERE p.label IS DISTINCT FROM ${text('p')};
  `;
};

/** Where Strapi keeps a page type's rows and their links to business lines. */
const tablesOf = ({ strapi }: { strapi: Core.Strapi }, uid: PageType): PageTables => {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  const { joinTable } = attributes.vertical as unknown as { joinTable: Link };
  const verticals = strapi.db.metadata.get(VERTICAL).tableName;
  return { pages: tableName, verticals, link: joinTable };
};

/** Has the database keep the labels of products and pages; run at every start. */
export const keepEntryLabels = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.db.connection.transaction(async (trx) => {
    // Nodes that start together would trip over each other's redefinition.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('entry_labels'))`);
    await trx.raw(productLabel(strapi.db.metadata.get(PRODUCT).tableName));
    for (const uid of pageTypes) await trx.raw(pageLabel(tablesOf({ strapi }, uid)));
  });
};
