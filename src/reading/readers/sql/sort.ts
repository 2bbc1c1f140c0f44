import type { SortKey } from '../../plan/source';
import { quote, type Table } from './tables';

/** Sort keys as columns of the row called `alias`. */
export const sortColumns = (table: Table, alias: string, sort: readonly SortKey[]): string[] =>
  sort.map((key) =>
    key.startsWith('-')
      ? `${alias}.${quote(table.column(key.slice(1)))} DESC`
      : `${alias}.${quote(table.column(key))}`,
  );
