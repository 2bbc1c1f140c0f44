import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, isLocalized } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import type { Finding } from '../findings';

/** Entry or file with a finding. Without a text of its own, the title of the rule is its text. */
export type RuleFinding = Pick<Finding, 'uid' | 'documentId'> &
  Partial<Pick<Finding, 'locale' | 'field' | 'text'>>;

/** Rule that compares more than one entry. */
export type CatalogueRule = Pick<Finding, 'code' | 'severity' | 'title'> & {
  /** Stable name, stored as the source of its findings. */
  name: string;
  /** Whether only full scans run the rule, because it is too slow for incremental scans. */
  isCostly?: boolean;
  find: (context: WithStrapi) => Promise<readonly RuleFinding[]>;
};

/** Returns the escaped table and column names of a type. */
export const getColumns = ({ strapi }: WithStrapi, uid: string) => {
  const { name, column } = createTableLookup({ strapi })(uid);
  const model = findModel({ strapi }, uid);
  return {
    table: escapeIdentifier(name),
    column: (attribute: string): string => escapeIdentifier(column(attribute)),
    /** Returns the SQL of a row's locale; blank if the type has no locales. */
    localeOf: (alias: string): string =>
      isLocalized(model) ? `${alias}.locale` : `cast('' as text)`,
  };
};

/** Returns a locale as findings name it; null if the type has no locales. */
export const toLocale = (stored: unknown): string | null => (stored === '' ? null : String(stored));

type Batches = {
  /** SQL condition of the rows `d`. */
  condition: string;
  bindings?: Readonly<Record<string, unknown>>;
  /** Maximum number of documents in a batch, before other work continues. */
  size: number;
};

/** Yields the documents of a type whose rows fulfil a condition, with the locales of these rows. */
export async function* readDocuments(
  { strapi }: WithStrapi,
  uid: string,
  { condition, bindings, size }: Batches,
): AsyncGenerator<{ documentId: string; locales: readonly (string | null)[] }[]> {
  const { table, localeOf } = getColumns({ strapi }, uid);
  for (let after = ''; ;) {
    const { rows } = await sql(
      { strapi },
      `select d.document_id, array_agg(distinct ${localeOf('d')}) as locales from ${table} d
        where ${condition} and d.document_id > :after
        group by d.document_id order by d.document_id limit ${size}`,
      { ...bindings, after },
    );
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      documentId: String(row.document_id),
      locales: (row.locales as string[]).map(toLocale),
    }));
    after = String(rows.at(-1)?.document_id);
  }
}
