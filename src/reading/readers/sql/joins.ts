import { literal, quote, type Link, type Table } from './tables';

/** The parts of a sub-select over the rows behind an attribute. */
export type Joins = {
  /** What to select from; the rows one gets to are called as asked. */
  from: string;
  where: string;
  /** The editor's order; the last column keeps it the same from one read to the next. */
  order: string;
};

/** The rows of `target`, called `alias`, behind a link of the row called `outer`. */
export const joinsOf = (link: Link, target: Table, alias: string, outer: string): Joins => {
  const via = `${alias}l`;
  const on = Object.entries(link.on).map(
    ([column, value]) => ` AND ${via}.${quote(column)} = ${literal(value)}`,
  );
  return {
    from:
      `${quote(link.table)} ${via} JOIN ${quote(target.name)} ${alias} ` +
      `ON ${alias}.id = ${via}.${quote(link.to)}`,
    where: `${via}.${quote(link.from)} = ${outer}.id${on.join('')}`,
    order: [...(link.order === null ? [] : [`${via}.${quote(link.order)}`]), `${via}.id`].join(
      ', ',
    ),
  };
};
