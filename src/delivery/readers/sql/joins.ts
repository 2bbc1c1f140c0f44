import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Link, Table } from '../../../platform/strapi/tables';

/** The parts of a sub-select over the rows that an attribute leads to. */
export type Joins = {
  /** What to select from; the target's rows have the alias that was asked for. */
  from: string;
  where: string;
  /** The editor's order; the last column makes it the same in every read. */
  order: string;
};

/**
 * Joins the rows of `target`, called `alias`, to which a link of the row called `outer` leads.
 *
 *     FROM "products_channels_lnk" d1l JOIN "channels" d1 ON d1.id = d1l."channel_id"
 *     WHERE d1l."product_id" = d.id
 *     ORDER BY d1l."channel_ord", d1l.id
 */
export const joinsOf = (link: Link, target: Table, alias: string, outer: string): Joins => {
  const via = `${alias}l`;
  const on = Object.entries(link.on).map(
    ([column, value]) => ` AND ${via}.${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
  );
  const order = link.order === null ? [] : [`${via}.${escapeIdentifier(link.order)}`];
  return {
    from:
      `${escapeIdentifier(link.table)} ${via} JOIN ${escapeIdentifier(target.name)} ${alias} ` +
      `ON ${alias}.id = ${via}.${escapeIdentifier(link.to)}`,
    where: `${via}.${escapeIdentifier(link.from)} = ${outer}.id${on.join('')}`,
    order: [...order, `${via}.id`].join(', '),
  };
};
