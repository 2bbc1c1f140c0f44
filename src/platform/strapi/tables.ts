import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from './with-strapi';

/** How to find the related rows of an attribute: table, columns and order. */
export type Link = {
  table: string;
  /** The column with the id of the source row. */
  from: string;
  /** The column with the id of the target row. */
  to: string;
  /** Values that a row of `table` must also have, such as `field = 'header'`. */
  on: Readonly<Record<string, string>>;
  /** The column with the editor's order; null where there is at most one row. */
  order: string | null;
  /** The column with the order of source rows at the target; null where they are not ordered. */
  orderAtTarget: string | null;
  /** For dynamic zones: the column with the type of the target row. */
  type: string | null;
};

/**
 * Returns the values that the rows of a link's table must have, as conditions on the row `alias`.
 *
 *     l."field" = 'header'
 */
export const linkConditions = ({ on }: Link, alias: string): string[] =>
  Object.entries(on).map(
    ([column, value]) => `${alias}.${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
  );

/** The database's names for a model and its parts. */
export type Table = {
  name: string;
  column: (attribute: string) => string;
  /** Returns Strapi's type of a scalar value, such as `decimal`. */
  typeOf: (attribute: string) => string;
  link: (attribute: string) => Link;
};

export type TableLookup = (uid: string) => Table;

type JoinTable = {
  name: string;
  joinColumn: { name: string };
  inverseOrderColumnName?: string;
  inverseJoinColumn?: { name: string };
  morphColumn?: { idColumn: { name: string }; typeColumn: { name: string } };
  on?: Record<string, string>;
  orderBy?: Record<string, string>;
};

type Attribute = {
  type: string;
  columnName?: string;
  relation?: string;
  target?: string;
  morphBy?: string;
  joinTable?: JoinTable;
};

const orderOf = ({ orderBy }: JoinTable): string | null => Object.keys(orderBy ?? {})[0] ?? null;

/**
 * Returns a lookup of table and column names in Strapi's metadata.
 *
 * @throws Error where an attribute is stored in a way that no model of this project uses
 */
export const createTableLookup = ({ strapi }: WithStrapi): TableLookup => {
  const getAttributes = (uid: string) =>
    strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;

  const find = (uid: string, name: string): Attribute => {
    const attribute = getAttributes(uid)[name];
    if (attribute === undefined) throw new Error(`${uid} has no attribute ${name}`);
    return attribute;
  };

  /** The file's side of the relation stores the links. */
  const resolveMorphLink = (
    uid: string,
    name: string,
    { target = '', morphBy = '' }: Attribute,
  ): Link => {
    const { joinTable } = find(target, morphBy);
    if (joinTable?.morphColumn === undefined) throw new Error(`${uid}.${name} has no join table`);
    const { idColumn, typeColumn } = joinTable.morphColumn;
    return {
      table: joinTable.name,
      from: idColumn.name,
      to: joinTable.joinColumn.name,
      on: { ...joinTable.on, field: name, [typeColumn.name]: uid },
      order: orderOf(joinTable),
      orderAtTarget: null,
      type: null,
    };
  };

  const link = (uid: string, name: string): Link => {
    const attribute = find(uid, name);
    if (attribute.morphBy !== undefined) return resolveMorphLink(uid, name, attribute);
    const { joinTable } = attribute;
    if (joinTable === undefined) throw new Error(`${uid}.${name} has no join table`);
    const {
      joinColumn,
      inverseJoinColumn,
      inverseOrderColumnName,
      morphColumn,
      on = {},
    } = joinTable;
    const to = inverseJoinColumn?.name ?? morphColumn?.idColumn.name;
    if (to === undefined) throw new Error(`${uid}.${name} has no target column`);
    return {
      table: joinTable.name,
      from: joinColumn.name,
      to,
      on,
      order: orderOf(joinTable),
      orderAtTarget: inverseOrderColumnName ?? null,
      type: morphColumn?.typeColumn.name ?? null,
    };
  };

  return (uid) => ({
    name: strapi.db.metadata.get(uid).tableName,
    column: (attribute) => find(uid, attribute).columnName ?? attribute,
    typeOf: (attribute) => find(uid, attribute).type,
    link: (attribute) => link(uid, attribute),
  });
};
