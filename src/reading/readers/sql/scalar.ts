import type { Field } from '../../plan/plan';
import { literal, quote, type Table } from './tables';

/**
 * Strapi writes times by the clock of the process into columns that know no zone; UTC in every container,
 * but not on everybody's own machine.
 */
const inUtc = (column: string): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === 'UTC' ? column : `(${column} AT TIME ZONE ${literal(zone)} AT TIME ZONE 'UTC')`;
};

/** A plain value as the answer writes it. */
export const scalarExpression = (
  table: Table,
  alias: string,
  { attribute, isTimestamp }: Extract<Field, { kind: 'scalar' }>,
): string => {
  const column = `${alias}.${quote(table.column(attribute))}`;
  if (isTimestamp) return `to_char(${inUtc(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // As JavaScript writes it: 1200 rather than 1200.00.
  return table.typeOf(attribute) === 'decimal' ? `${column}::float8` : column;
};
