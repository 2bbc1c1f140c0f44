import type { Knex } from 'knex';
import type { WithStrapi } from './with-strapi';
import { loadCoreModule } from './core-internals';

type Id = number | string;

type Entry = { id: Id; locale: string | null };

/**
 * The rows of one join table before a publication, and its columns for the entry and for the
 * related entry.
 */
type Batch = {
  joinTable: { name: string; orderColumnName?: string };
  relations: readonly Record<string, Id | null>[];
  entityColumn?: string;
  relatedColumn?: string;
};

type Sync = (
  oldEntries: readonly Entry[],
  newEntries: readonly Entry[],
  batches: readonly Batch[],
) => Promise<void>;

/** Returns the module whose `sync` the Document Service calls. */
export const loadBidirectionalRelations = (): { sync: Sync } =>
  loadCoreModule('./services/document-service/utils/bidirectional-relations.js') as { sync: Sync };

/**
 *     UPDATE "products_channels_lnk" l SET "product_ord" = o.place
 *     FROM unnest(…::bigint[], …::bigint[], …::float8[]) o(entry, related, place)
 *     WHERE l."channel_id" = o.entry AND l."product_id" = o.related AND l."product_ord" IS DISTINCT FROM o.place
 */
const restoreOrder = async (
  trx: Knex,
  { joinTable, relations, entityColumn, relatedColumn }: Batch,
  newIds: ReadonlyMap<string, Id>,
): Promise<void> => {
  const orderColumn = joinTable.orderColumnName;
  if (!entityColumn || !relatedColumn || !orderColumn) return;
  const places = relations.flatMap((relation) => {
    const entry = newIds.get(String(relation[entityColumn]));
    return entry === undefined ? [] : [{ entry, relation }];
  });
  if (places.length === 0) return;
  await trx.raw(
    `UPDATE ?? l SET ?? = o.place FROM unnest(?::bigint[], ?::bigint[], ?::float8[]) ` +
      `o(entry, related, place) WHERE l.?? = o.entry AND l.?? = o.related AND l.?? IS DISTINCT FROM o.place`,
    [
      joinTable.name,
      orderColumn,
      places.map(({ entry }) => entry),
      places.map(({ relation }) => relation[relatedColumn] ?? null),
      places.map(({ relation }) => relation[orderColumn] ?? null),
      entityColumn,
      relatedColumn,
      orderColumn,
    ],
  );
};

/**
 * Makes the cost of publishing linear in the number of relations instead of quadratic. Strapi
 * restores the entry's position in related lists with one `CASE` that has a `WHEN` and five
 * parameters a link. A channel of 3,000 products takes twenty seconds. One of 13,100 exceeds
 * PostgreSQL's limit of 65,535 parameters. This version uses one statement with three parameters.
 * The patch of `@strapi/database` does the rest.
 *
 * It replaces `sync` of `@strapi/core`'s `document-service/utils/bidirectional-relations.js`, which
 * the Document Service calls as a property of that module. Strapi's version also inserts missing
 * rows, but never those of the published entries, and it receives no others. Call it in `register`.
 */
export const keepLargeRelationsFast = ({ strapi }: WithStrapi): void => {
  const relations = loadBidirectionalRelations();
  relations.sync = async (oldEntries, newEntries, batches) => {
    const newByLocale = new Map(newEntries.map(({ id, locale }) => [String(locale), id]));
    const newIds = new Map(
      oldEntries.flatMap(({ id, locale }): [string, Id][] => {
        const entry = newByLocale.get(String(locale));
        return entry === undefined ? [] : [[String(id), entry]];
      }),
    );
    await strapi.db.transaction(async ({ trx }) => {
      for (const batch of batches) await restoreOrder(trx as Knex, batch, newIds);
    });
  };
};
