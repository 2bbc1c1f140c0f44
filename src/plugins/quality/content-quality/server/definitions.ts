import type { Definition } from '../../../../platform/database/installer';

/** Table outside the schema that Strapi inspects and migrates at every start. */
export const FINDINGS = 'desk.findings';

/** Findings that somebody dismissed, by group. */
export const DISMISSALS = 'desk.dismissals';

/**
 * Findings of entries and files at the last scan. The table is derived data: it can be dropped and
 * rebuilt. `field`: the field of the finding, for users who may not read every field.
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
  {
    kind: 'table',
    name: DISMISSALS,
    create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${DISMISSALS} (
        code text NOT NULL,
        uid text NOT NULL,
        locale text NOT NULL DEFAULT '',
        reason text NOT NULL,
        until date NOT NULL,
        dismissed_by text NOT NULL,
        dismissed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (code, uid, locale)
      )`,
  },
];
