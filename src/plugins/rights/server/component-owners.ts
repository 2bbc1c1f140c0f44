import type { UID } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../platform/with-strapi';
import { contentTypesOf, findModel } from '../../../platform/strapi/models';
import { sql } from '../../../platform/strapi/queries';
import { tablesOf } from '../../../platform/strapi/tables';

/** A row of an entry that contains a component, and the path from the entry to the component. */
export type Owner = { uid: UID.ContentType; id: number; path: readonly string[] };

type Holder = { uid: string; attribute: string };

const holdersOf = ({ strapi }: WithStrapi, component: string): readonly Holder[] =>
  [...contentTypesOf({ strapi }).map(({ uid }) => uid), ...Object.keys(strapi.components)].flatMap(
    (uid) =>
      Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(([attribute, schema]) =>
        schema?.component === component || schema?.components?.includes(component) === true
          ? [{ uid, attribute }]
          : [],
      ),
  );

/**
 * Finds the entry that contains a component, through any nesting of components; null if there is
 * none.
 */
export const findComponentOwner = async (
  { strapi }: WithStrapi,
  component: string,
  id: number,
): Promise<Owner | null> => {
  const tables = tablesOf({ strapi });
  let [uid, row, path]: [string, number, readonly string[]] = [component, id, []];
  while (!uid.includes('::')) {
    const statements = holdersOf({ strapi }, uid).map((holder) => {
      const { table, from, to, on } = tables(holder.uid).link(holder.attribute);
      const conditions = Object.entries({ ...on, component_type: uid }).map(
        ([column, value]) => ` AND ${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
      );
      return `SELECT ${escapeLiteral(holder.uid)} AS uid, ${escapeLiteral(holder.attribute)} AS attribute,
          ${escapeIdentifier(from)} AS id
        FROM ${escapeIdentifier(table)} WHERE ${escapeIdentifier(to)} = :row${conditions.join('')}`;
    });
    if (statements.length === 0) return null;
    const { rows } = await sql({ strapi }, statements.join(' UNION '), { row });
    const [found] = rows;
    if (found === undefined) return null;
    [uid, row, path] = [String(found.uid), Number(found.id), [String(found.attribute), ...path]];
  }
  return { uid: uid as UID.ContentType, id: row, path };
};
