import type { Definition } from '../../../../platform/database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
export const FINDINGS = 'desk.findings';

/**
 * What is to be said of entries and files, as it was when they were looked at: a copy of what rules say, which may be
 * thrown away and made again. `field`: the one in which it stands, for people who may not read every field.
 */
export const findingDefinitions: readonly Definition[] = [
  {
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
  },
];
