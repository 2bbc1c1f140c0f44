import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { createTableLookup, type Link } from '#platform/strapi/tables';
import { pageTypes } from '#catalogue/page-types';
import { BUSINESS_LINE } from '#catalogue/business-line';

/**
 * The admin panel names an entry or component by one text attribute. Products are known by title
 * and SKU, pages by their business line, and cards of the home page by their content. They have a
 * computed attribute `label`. The database writes it by triggers, so it is correct after every way
 * of writing, publications and imports included.
 */

const PRODUCT = 'api::product.product';
/** Types that are named after a related entry, and the attribute of that entry. */
const namedAfter: readonly { uid: string; relation: string; target: string; by: string }[] = [
  ...pageTypes.map((uid) => ({ uid, relation: 'vertical', target: BUSINESS_LINE, by: 'name' })),
  { uid: 'home.product-home', relation: 'product', target: PRODUCT, by: 'title' },
  { uid: 'home.series-home', relation: 'serie', target: 'api::series.series', by: 'name' },
  { uid: 'home.live-home', relation: 'live', target: 'api::live.live', by: 'title' },
];

/** Maximum length of Strapi's strings. The title is cut in favour of the SKU. */
const MAX_LABEL_LENGTH = 255;

type Label = {
  definitions: readonly Definition[];
  /** Statement that makes the triggers rewrite wrong labels. */
  fill: string;
};

const buildTriggerFunction = (name: string, body: string): Definition => ({
  kind: 'function',
  name: `${name}()`,
  create: `
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger AS $$
    BEGIN
      ${body}
    END
    $$ LANGUAGE plpgsql`,
});

/**
 * Defines a row trigger that calls the function of the same name. It names no columns, because
 * PostgreSQL does not change the type of a column that a trigger names.
 */
const buildRowTrigger = (name: string, table: string, when: string): Definition => ({
  kind: 'trigger',
  name,
  table,
  create: `CREATE TRIGGER ${name} ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
});

/** Defines the trigger that writes `label` with every write of a row. */
const labelOf = (table: string, text: string): readonly Definition[] => [
  buildTriggerFunction(`${table}_label`, `NEW.label := ${text}; RETURN NEW;`),
  buildRowTrigger(`${table}_label`, table, 'BEFORE INSERT OR UPDATE'),
];

const buildProductLabel = (table: string): Label => {
  const buildTextSql = (row: string): string =>
    `left(${row}.title, ${MAX_LABEL_LENGTH} - length(coalesce(' · ' || ${row}.sku, ''))) || coalesce(' · ' || ${row}.sku, '')`;
  return {
    definitions: labelOf(table, buildTextSql('NEW')),
    fill: `UPDATE ${table} p SET label = NULL WHERE p.label IS DISTINCT FROM ${buildTextSql('p')}`,
  };
};

type LinkedTables = { rows: string; targets: string; link: Link; by: string };

const buildLinkedLabel = ({ rows, targets, link, by }: LinkedTables): Label => {
  const { table: links, from: ownerColumn, to: target } = link;
  const buildTextSql = (row: string): string =>
    `(SELECT t.${by} FROM ${links} l JOIN ${targets} t ON t.id = l.${target} WHERE l.${ownerColumn} = ${row}.id LIMIT 1)`;
  return {
    definitions: [
      ...labelOf(rows, buildTextSql('NEW')),
      // Strapi writes the row before its relation.
      buildTriggerFunction(
        `${links}_label`,
        `UPDATE ${rows} SET label = NULL WHERE id = NEW.${ownerColumn}; RETURN NULL;`,
      ),
      buildRowTrigger(`${links}_label`, links, 'AFTER INSERT OR UPDATE'),
      buildTriggerFunction(
        `${links}_renamed`,
        `IF OLD.${by} IS DISTINCT FROM NEW.${by} THEN
          UPDATE ${rows} SET label = NULL
            WHERE id IN (SELECT l.${ownerColumn} FROM ${links} l WHERE l.${target} = NEW.id);
        END IF;
        RETURN NULL;`,
      ),
      buildRowTrigger(`${links}_renamed`, targets, 'AFTER UPDATE'),
    ],
    fill: `UPDATE ${rows} r SET label = NULL WHERE r.label IS DISTINCT FROM ${buildTextSql('r')}`,
  };
};

const buildLabels = ({ strapi }: WithStrapi): readonly Label[] => {
  const tables = createTableLookup({ strapi });
  return [
    buildProductLabel(tables(PRODUCT).name),
    ...namedAfter.map(({ uid, relation, by, target }) =>
      buildLinkedLabel({
        rows: tables(uid).name,
        targets: tables(target).name,
        link: tables(uid).link(relation),
        by,
      }),
    ),
  ];
};

/** Returns the triggers that maintain the labels of products, pages and cards. */
export const labelDefinitions = (context: WithStrapi): readonly Definition[] =>
  buildLabels(context).flatMap(({ definitions }) => definitions);

/** Writes the labels of rows that predate the triggers or were written while they were missing. */
export const fillLabels = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.connection.transaction(async (trx) => {
    for (const { fill } of buildLabels({ strapi })) await trx.raw(fill);
  });
};
