import { escapeIdentifier, escapeLiteral } from 'pg';
import { REFERENCE_PREFIX } from '../../../feature/link-reference';
import type { Table } from '../../../platform/strapi/tables';
import type { FieldOfKind } from '../../plan/read-plan';
import type { Markers } from './document-markers';

/** The row of a content type that contains a link. */
export type Holder = { uid: string; alias: string };

/**
 * Returns the SQL expression of a link: its stored URL, or the URL of the entry that it leads to.
 * The latter is marked with its dependency keys.
 *
 *     CASE WHEN d1."link" LIKE 'entry:%' THEN (SELECT row_to_json(o) FROM
 *       (SELECT a.keys AS "mark_…_of", a.address AS "value"
 *        FROM link_address_in(d1."link", 'api::home-page.home-page', d.id, false) a) o)
 *     ELSE to_json(d1."link") END
 */
export const linkExpression = (
  table: Table,
  alias: string,
  { attribute, addresses }: FieldOfKind<'link'>,
  holder: Holder,
  markers: Markers,
): string => {
  const column = `${alias}.${escapeIdentifier(table.column(attribute))}`;
  const found =
    `${addresses.resolver}(${column}, ${escapeLiteral(holder.uid)}, ${holder.alias}.id, false) ` +
    `${alias}a`;
  const marked = markers.wrapKeys(`${alias}a.keys`, `${alias}a.address`, found);
  return `CASE WHEN ${column} LIKE '${REFERENCE_PREFIX}%' THEN ${marked} ELSE to_json(${column}) END`;
};
