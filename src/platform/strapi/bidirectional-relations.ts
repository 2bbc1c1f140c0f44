import type { Knex } from 'knex';
import type { WithStrapi } from '../with-strapi';
import { core } from './core-internals';

type Id = number | string;

type Entry = { id: Id; locale: string | null };

/** The rows of one join table before a publish, and which of its columns lead to the entry and away from it. */
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

/** The module, whose properties the Document Service calls. */
export const bidirectionalRelations = (): { sync: Sync } =>
  core('./services/document-service/utils/bidirectional-relations.js') as { sync: Sync };

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
 * Makes publishing an entry cost what its relations are, not their square. Strapi puts a published entry back
 * in its place in the lists of what shows it with one `CASE` that has a `WHEN` and five parameters a link: a
 * channel of 3,000 products takes twenty seconds so, and one of 13,100 is refused by PostgreSQL, which takes
 * 65,535 parameters. Here it is one statement with three.
 *
 * Replaces `sync` of `@strapi/core`'s `document-service/utils/bidirectional-relations.js`, which the Document
 * Service calls as a property of that module. Strapi's own also inserts rows that are missing, but never those
 * of the entries that are published, and it is given no others.
 */
export const restoreOrderInOneStatement = ({ strapi }: WithStrapi): void => {
  const relations = bidirectionalRelations();
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
