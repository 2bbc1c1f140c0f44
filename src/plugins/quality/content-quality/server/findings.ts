import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { mayReadField } from '#feature/permission-filter';
import type { Severity } from '#feature/publishing-rules';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import type { Definition } from '#platform/database/installer';

/** Table outside the schema that Strapi inspects and migrates at every start. */
export const FINDINGS = 'desk.findings';

/**
 * Findings of entries and files at the last scan. The table is derived data: it can be dropped and
 * rebuilt. `field`: the field of the finding, for users who may not read every field.
 */
export const findingTable: Definition = {
  kind: 'table',
  name: FINDINGS,
  create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${FINDINGS} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        code text NOT NULL,
        source text NOT NULL,
        field text NOT NULL DEFAULT '',
        severity text NOT NULL,
        title jsonb NOT NULL,
        text jsonb NOT NULL,
        found_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, document_id, locale, code)
      );
      CREATE INDEX desk_findings_code_index ON ${FINDINGS} (uid, code, locale);
      CREATE INDEX desk_findings_source_index ON ${FINDINGS} (source)`,
};

/** Finding on an entry in one locale, or on a file. */
export type Finding = {
  uid: string;
  /** DocumentId of an entry, or number of a file. */
  documentId: string;
  locale: string | null;
  code: string;
  /** Field of the finding; null if it concerns the whole entry. */
  field: string | null;
  severity: Severity;
  /** Text that all findings with this code share. */
  title: Text;
  text: Text;
};

/** Selects the findings that are replaced. */
export type Scope =
  /** All findings of one rule. */
  | { source: string }
  /** Findings of one rule on some documents of a type. */
  | { source: string; uid: string; documents: readonly string[] };

const KEY = ['uid', 'document_id', 'locale', 'code'] as const;

/**
 * Replaces the stored findings of a scope in one transaction. Unchanged findings keep their date;
 * the operation is idempotent.
 */
export const replaceFindings = async (
  { strapi }: WithStrapi,
  scope: Scope,
  findings: readonly Finding[],
): Promise<void> => {
  const rows = new Map(
    findings.map((finding) => {
      const locale = finding.locale ?? '';
      const row = {
        uid: finding.uid,
        document_id: finding.documentId,
        locale,
        code: finding.code,
        field: finding.field ?? '',
        severity: finding.severity,
        title: finding.title,
        text: finding.text,
      };
      return [JSON.stringify([finding.uid, finding.documentId, locale, finding.code]), row];
    }),
  );
  const values = {
    found: JSON.stringify([...rows.values()]),
    source: scope.source,
    uid: 'uid' in scope ? scope.uid : null,
    documents: 'uid' in scope ? [...scope.documents] : null,
  };
  const list = `jsonb_to_recordset(cast(:found as jsonb)) f (uid text, document_id text, locale text, code text,
    field text, severity text, title jsonb, text jsonb)`;
  await strapi.db.transaction(async ({ trx }) => {
    // Serializes nodes that scan the same entries, which would otherwise conflict on rows.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [FINDINGS]);
    await sql(
      { strapi, trx },
      `delete from ${FINDINGS} d
        where d.source = :source and (cast(:uid as text) is null or
              (d.uid = :uid and d.document_id = any(cast(:documents as text[]))))
          and not exists (select from ${list} where ${KEY.map((key) => `f.${key} = d.${key}`).join(' and ')})`,
      values,
    );
    await sql(
      { strapi, trx },
      `insert into ${FINDINGS} as d (uid, document_id, locale, code, source, field, severity, title, text)
       select uid, document_id, locale, code, :source, field, severity, title, text from ${list}
       on conflict (${KEY.join(', ')}) do update set source = excluded.source, field = excluded.field,
         severity = excluded.severity, title = excluded.title, text = excluded.text
       where (d.source, d.field, d.severity, d.title, d.text)
         is distinct from (excluded.source, excluded.field, excluded.severity, excluded.title, excluded.text)`,
      values,
    );
  });
};

/**
 * Returns the documents of a type with a finding, limited to a locale if one is given. Findings of
 * fields that the current user may not read are left out, because they tell about the values.
 */
export const findDocumentsWithFinding = async (
  { strapi }: WithStrapi,
  { uid, code, locale = null }: { uid: string; code: string; locale?: string | null },
): Promise<string[]> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    `select distinct document_id, field from ${FINDINGS}
      where uid = :uid and code = :code and (cast(:locale as text) is null or locale = :locale)`,
    { uid, code, locale },
  );
  const fields = [...new Set(rows.map(({ field }) => String(field)))];
  const readable = new Set(
    fields.filter((field) => field === '' || mayReadField({ strapi }, uid, field)),
  );
  return [
    ...new Set(
      rows.flatMap((row) => (readable.has(String(row.field)) ? [String(row.document_id)] : [])),
    ),
  ];
};

/** Strapi returns JSON columns as text. */
export const parseText = (value: unknown): Text =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Text;

/** Returns the title of a group of findings; null if there are none. */
export const loadGroupTitle = async (
  { strapi }: WithStrapi,
  { uid, code }: { uid: string; code: string },
): Promise<Text | null> => {
  const { rows } = await sql(
    { strapi },
    `select title from ${FINDINGS} where uid = ? and code = ? limit 1`,
    [uid, code],
  );
  const [row] = rows;
  return row === undefined ? null : parseText(row.title);
};
