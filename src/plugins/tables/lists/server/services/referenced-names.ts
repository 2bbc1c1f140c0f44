import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { findModel } from '../../../../../platform/strapi/models';
import { permittedRows } from '../../../../../platform/strapi/permitted-query';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import type { Named } from '../../lists';
import { relationsOf } from './quick-filters';

/** Maximum number of names in a tooltip. */
const MOST_NAMES = 10;

type NamesQuery = {
  uid: UID.ContentType;
  ability: unknown;
  /** Row ids of the list. */
  rows: readonly number[];
  /** Preferred locale of names. */
  locale: string;
};

type Relation = { attribute: string; target: UID.ContentType; naming: string };

/**
 * Returns the attribute that names entries of a type; undefined if there is none or the user may
 * not read it.
 */
const namingOf = (
  { strapi }: WithStrapi,
  ability: unknown,
  target: UID.ContentType,
): string | undefined => {
  const attributes = findModel({ strapi }, target)?.attributes ?? {};
  const access = entryAccess({ strapi }, { ability, uid: target });
  return ['title', 'name'].find(
    (name) => attributes[name] !== undefined && access.may('read', name),
  );
};

const namedBy = async (
  { strapi }: WithStrapi,
  { uid, ability, rows, locale }: NamesQuery,
  { attribute, target, naming }: Relation,
): Promise<Map<number, Named>> => {
  const tables = tablesOf({ strapi });
  const { table, from, to, order } = tables(uid).link(attribute);
  const own = escapeIdentifier(from);
  const place = order === null ? 'null' : `min(l.${escapeIdentifier(order)})`;
  const name = `t.${escapeIdentifier(tables(target).column(naming))}`;
  const permitted = await permittedRows({ strapi }, { ability, uid: target });
  const found = await sql(
    { strapi },
    `select row, count(*) as count, (array_agg(name order by place, name))[1:${MOST_NAMES}] as names
       from (select l.${own} as row, ${place} as place,
                    coalesce((array_agg(${name} order by t.locale = ? desc nulls last, t.id))[1], '') as name
               from ${escapeIdentifier(table)} l join ${escapeIdentifier(tables(target).name)} t on t.id = l.${escapeIdentifier(to)}
              where l.${own} = any(string_to_array(?, ',')::int[]) and t.id in (${permitted.sql})
              group by l.${own}, t.document_id) named
      group by row`,
    [locale, rows.join(','), ...permitted.bindings],
  );
  return new Map(
    found.rows.map((row) => [
      Number(row.row),
      { names: row.names as string[], count: Number(row.count) },
    ]),
  );
};

/**
 * Reads the entries to which the rows of a list refer, with one statement for each relation. An
 * entry counts once, regardless of its locales.
 *
 * @param attributes shown relations; unknown and unreadable ones are ignored
 */
export const readReferencedNames = async (
  { strapi }: WithStrapi,
  asked: NamesQuery,
  attributes: readonly string[],
): Promise<(row: number) => Record<string, Named>> => {
  const { uid, ability } = asked;
  const access = entryAccess({ strapi }, { ability, uid });
  const relations = relationsOf({ strapi }, uid).flatMap(({ attribute, target }): Relation[] => {
    if (!attributes.includes(attribute) || !access.may('read', attribute)) return [];
    const naming = namingOf({ strapi }, ability, target);
    return naming === undefined ? [] : [{ attribute, target, naming }];
  });
  const found = await Promise.all(
    relations.map(
      async (relation) => [relation.attribute, await namedBy({ strapi }, asked, relation)] as const,
    ),
  );
  return (row) =>
    Object.fromEntries(
      found.map(([attribute, named]) => [attribute, named.get(row) ?? { names: [], count: 0 }]),
    );
};
