import { escapeIdentifier, escapeLiteral } from 'pg';
import type { FieldOfKind } from '../../plan/read-plan';
import type { Table } from '../../../platform/strapi/tables';

/**
 * Converts a time column to UTC. Strapi writes times in the time zone of its process into columns
 * without a time zone. That zone is UTC in every container, but not on every developer's machine.
 *
 *     (d."created_at" AT TIME ZONE 'Europe/Madrid' AT TIME ZONE 'UTC')
 */
export const inUtc = (column: string): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === 'UTC'
    ? column
    : `(${column} AT TIME ZONE ${escapeLiteral(zone)} AT TIME ZONE 'UTC')`;
};

/**
 * Returns the SQL expression of a scalar in the response's form.
 *
 *     d."title"
 *     d."full_price"::float8
 *     to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
 */
export const scalarExpression = (
  table: Table,
  alias: string,
  { attribute, isTimestamp }: FieldOfKind<'scalar'>,
): string => {
  const column = `${alias}.${escapeIdentifier(table.column(attribute))}`;
  if (isTimestamp) return `to_char(${inUtc(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // Matches JavaScript's number format: 1200 instead of 1200.00.
  return table.typeOf(attribute) === 'decimal' ? `${column}::float8` : column;
};
