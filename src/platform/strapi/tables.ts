import type { WithStrapi } from '../with-strapi';

/** How the rows behind an attribute are found: through which table, by which columns, in which order. */
export type Link = {
  table: string;
  /** The column that holds the row one comes from. */
  from: string;
  /** The column that holds the row one gets to. */
  to: string;
  /** Values that a row of `table` must hold besides, as in `field = 'header'`. */
  on: Readonly<Record<string, string>>;
  /** The column of the editor's order; null where there is at most one row. */
  order: string | null;
  /** The column of the order in which the rows that lead to one row are shown there; null where they are not ordered. */
  orderAtTarget: string | null;
  /** Of a dynamic zone: the column that says of which type the row one gets to is. */
  type: string | null;
};

/** What the database calls a model and its parts. */
export type Table = {
  name: string;
  column: (attribute: string) => string;
  /** Strapi's type of a plain value, such as `decimal`. */
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
 * Reads the names of tables and columns out of Strapi's own metadata.
 *
 * @throws Error where an attribute is stored in a way that no model of this project uses
 */
export const tablesOf = ({ strapi }: WithStrapi): TableLookup => {
  const attributesOf = (uid: string) =>
    strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;

  const find = (uid: string, name: string): Attribute => {
    const attribute = attributesOf(uid)[name];
    if (attribute === undefined) throw new Error(`${uid} has no attribute ${name}`);
    return attribute;
  };

  /** Files know what shows them, not the other way round. */
  const morphLink = (uid: string, name: string, { target = '', morphBy = '' }: Attribute): Link => {
    const { joinTable } = find(target, morphBy);
    if (joinTable?.morphColumn === undefined)
      throw new Error(`${uid}.${name} has no table between`);
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
    if (attribute.morphBy !== undefined) return morphLink(uid, name, attribute);
    const { joinTable } = attribute;
    if (joinTable === undefined) throw new Error(`${uid}.${name} has no table between`);
    const {
      joinColumn,
      inverseJoinColumn,
      inverseOrderColumnName,
      morphColumn,
      on = {},
    } = joinTable;
    const to = inverseJoinColumn?.name ?? morphColumn?.idColumn.name;
    if (to === undefined) throw new Error(`${uid}.${name} leads nowhere`);
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
