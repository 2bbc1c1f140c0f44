import { escapeIdentifier, escapeLiteral } from 'pg';
import type { FieldOfKind } from '../../plan/read-plan';
import type { Table } from '../../../platform/strapi/tables';

/**
 * Strapi writes times in the process's time zone into columns without one; UTC in every container, but not
 * on everybody's own machine.
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
 * A plain value as the response holds it.
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
  // As JavaScript writes it: 1200 rather than 1200.00.
  return table.typeOf(attribute) === 'decimal' ? `${column}::float8` : column;
};
