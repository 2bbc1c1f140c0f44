import { escapeIdentifier } from 'pg';
import type { SortKey } from '../../plan/field-source';
import type { Table } from '../../../platform/strapi/tables';

/**
 * Returns sort keys as columns of the row `alias`.
 *
 *     d."order", d."title" DESC
 */
export const sortColumns = (table: Table, alias: string, sort: readonly SortKey[]): string[] =>
  sort.map((key) =>
    key.startsWith('-')
      ? `${alias}.${escapeIdentifier(table.column(key.slice(1)))} DESC`
      : `${alias}.${escapeIdentifier(table.column(key))}`,
  );
