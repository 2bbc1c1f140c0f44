import type { Core } from '@strapi/strapi';
import { defineTriggers } from '../../../database/definitions';
import { pageTypes } from '../../pages/server/one-per-line/types';

/**
 * The admin panel names an entry, or a card within one, by one text attribute. Products are known by
 * title and SKU, pages by their business line, cards of the home page by what they show, so all have a
 * `label` of their own. The database writes it: whatever way a row comes or changes, publishing and
 * import included, it says what the row says.
 */

const PRODUCT = 'api::product.product';

/** What is named after the entry that it links to, and by which of that entry's attributes. */
const namedAfter: readonly { uid: string; relation: string; by: string }[] = [
  ...pageTypes.map((uid) => ({ uid, relation: 'vertical', by: 'name' })),
  { uid: 'home.product-home', relation: 'product', by: 'title' },
  { uid: 'home.series-home', relation: 'serie', by: 'name' },
  { uid: 'home.live-home', relation: 'live', by: 'title' },
];

/** Strapi's strings hold so many characters; the title gives way to the SKU. */
const LENGTH = 255;

type Link = {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
};

type Label = {
  /** Statements that make the triggers. */
  define: string;
  triggers: readonly { name: string; table: string }[];
  /** Has the triggers write what is not as they would write it. */
  fill: string;
};

const productLabel = (table: string): Label => {
  const text = (row: string): string =>
    `left(${row}.title, ${LENGTH} - length(coalesce(' · ' || ${row}.sku, ''))) || coalesce(' · ' || ${row}.sku, '')`;
  const define = `
    CREATE OR REPLACE FUNCTION ${table}_label() RETURNS trigger AS $$
    BEGIN
      NEW.label := ${text('NEW')};
      RETURN NEW;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${table}_label ON ${table};
    CREATE TRIGGER ${table}_label BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_label();
  `;
  return {
    define,
    triggers: [{ name: `${table}_label`, table }],
    fill: `UPDATE ${table} p SET label = NULL WHERE p.label IS DISTINCT FROM ${text('p')}`,
  };
};

type Tables = { rows: string; targets: string; link: Link; by: string };

const linkedLabel = ({ rows, targets, link, by }: Tables): Label => {
  const own = link.joinColumn.name;
  const target = link.inverseJoinColumn.name;
  const links = link.name;
  const text = (row: string): string =>
    `(SELECT t.${by} FROM ${links} l JOIN ${targets} t ON t.id = l.${target} WHERE l.${own} = ${row}.id LIMIT 1)`;
  const define = `
    CREATE OR REPLACE FUNCTION ${rows}_label() RETURNS trigger AS $$
    BEGIN
      NEW.label := ${text('NEW')};
      RETURN NEW;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${rows}_label ON ${rows};
    CREATE TRIGGER ${rows}_label BEFORE INSERT OR UPDATE ON ${rows}
      FOR EACH ROW EXECUTE FUNCTION ${rows}_label();

    -- Strapi writes the row first and its link afterwards.
    CREATE OR REPLACE FUNCTION ${links}_label() RETURNS trigger AS $$
    BEGIN
      UPDATE ${rows} SET label = NULL WHERE id = NEW.${own};
      RETURN NULL;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${links}_label ON ${links};
    CREATE TRIGGER ${links}_label AFTER INSERT OR UPDATE ON ${links}
      FOR EACH ROW EXECUTE FUNCTION ${links}_label();

    CREATE OR REPLACE FUNCTION ${links}_renamed() RETURNS trigger AS $$
    BEGIN
      UPDATE ${rows} SET label = NULL
        WHERE id IN (SELECT l.${own} FROM ${links} l WHERE l.${target} = NEW.id);
      RETURN NULL;
    END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS ${links}_renamed ON ${targets};
    CREATE TRIGGER ${links}_renamed AFTER UPDATE OF ${by} ON ${targets}
      FOR EACH ROW WHEN (OLD.${by} IS DISTINCT FROM NEW.${by}) EXECUTE FUNCTION ${links}_renamed();
  `;
  return {
    define,
    triggers: [
      { name: `${rows}_label`, table: rows },
      { name: `${links}_label`, table: links },
      { name: `${links}_renamed`, table: targets },
    ],
    fill: `UPDATE ${rows} r SET label = NULL WHERE r.label IS DISTINCT FROM ${text('r')}`,
  };
};

/** Where Strapi keeps the rows of a type or component, and their links to what they are named after. */
const tablesOf = (
  { strapi }: { strapi: Core.Strapi },
  { uid, relation, by }: (typeof namedAfter)[number],
): Tables => {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  const { joinTable, target } = attributes[relation] as unknown as {
    joinTable: Link;
    target: string;
  };
  return {
    rows: tableName,
    targets: strapi.db.metadata.get(target).tableName,
    link: joinTable,
    by,
  };
};

/** Has the database keep the labels of products, pages and cards; run at every start. */
export const keepEntryLabels = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.db.connection.transaction(async (trx) => {
    // Nodes that start together would trip over each other's redefinition.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('entry_labels'))`);
    const labels = [
      productLabel(strapi.db.metadata.get(PRODUCT).tableName),
      ...namedAfter.map((named) => linkedLabel(tablesOf({ strapi }, named))),
    ];
    for (const { define, triggers, fill } of labels) {
      await defineTriggers(trx, triggers, define);
      await trx.raw(fill);
    }
  });
};
