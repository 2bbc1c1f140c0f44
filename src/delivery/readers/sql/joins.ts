import { escapeIdentifier } from 'pg';
import { linkConditions, type Link, type Table } from '../../../platform/strapi/tables';
import type { SortKey } from '../../plan/field-source';

/** Parts of a sub-select over the rows behind an attribute. */
export type Joins = {
  /** FROM clause; the target's rows have the requested alias. */
  from: string;
  where: string;
  /** The editor's order. The last column makes it the same in every read. */
  order: string;
};

/**
 * Joins the rows of `target`, called `alias`, to which a link of the row `outer` leads.
 *
 *     FROM "products_channels_lnk" d1l JOIN "channels" d1 ON d1.id = d1l."channel_id"
 *     WHERE d1l."product_id" = d.id
 *     ORDER BY d1l."channel_ord", d1l.id
 */
export const joinsOf = (link: Link, target: Table, alias: string, outer: string): Joins => {
  const via = `${alias}l`;
  const order = link.order === null ? [] : [`${via}.${escapeIdentifier(link.order)}`];
  return {
    from:
      `${escapeIdentifier(link.table)} ${via} JOIN ${escapeIdentifier(target.name)} ${alias} ` +
      `ON ${alias}.id = ${via}.${escapeIdentifier(link.to)}`,
    where: [
      `${via}.${escapeIdentifier(link.from)} = ${outer}.id`,
      ...linkConditions(link, via),
    ].join(' AND '),
    order: [...order, `${via}.id`].join(', '),
  };
};

/** Returns sort keys as columns of the row `alias`, such as `d."order", d."title" DESC`. */
export const sortColumns = (table: Table, alias: string, sort: readonly SortKey[]): string[] =>
  sort.map((key) => {
    const column = `${alias}.${escapeIdentifier(table.column(key.replace(/^-/, '')))}`;
    return key.startsWith('-') ? `${column} DESC` : column;
  });
