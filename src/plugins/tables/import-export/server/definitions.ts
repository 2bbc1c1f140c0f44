import type { Definition } from '../../../../platform/database/installer';

/** Schema apart from Strapi's tables, which it inspects and changes at every start. */
const SCHEMA = 'import_export';

export const RUNS = `${SCHEMA}.runs`;

/** Items: entries of an import, or documents of an export. */
export const ITEMS = `${SCHEMA}.items`;

/** Rows of imported files with their original cells. The heading row has no item. */
export const ROWS = `${SCHEMA}.rows`;

/** Meanings of headings, as people have assigned them. Without a place, imports ignore the column. */
export const HEADINGS = `${SCHEMA}.headings`;

export const runDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: RUNS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${RUNS} (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        uid text NOT NULL,
        owner integer NOT NULL,
        state text NOT NULL,
        file text NOT NULL,
        options jsonb NOT NULL,
        ignored jsonb NOT NULL DEFAULT '[]',
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX runs_owner_index ON ${RUNS} (owner, made_at);
      CREATE INDEX runs_made_at_index ON ${RUNS} (made_at)`,
  },
  {
    kind: 'table',
    name: ITEMS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${ITEMS} (
        run uuid NOT NULL,
        number integer NOT NULL,
        content jsonb NOT NULL,
        checked jsonb,
        result jsonb,
        PRIMARY KEY (run, number)
      )`,
  },
  {
    kind: 'table',
    name: HEADINGS,
    create: `
      CREATE TABLE ${HEADINGS} (
        uid text NOT NULL,
        heading text NOT NULL,
        place text,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (uid, heading)
      )`,
  },
  {
    kind: 'table',
    name: ROWS,
    // Older releases delete runs without their rows.
    create: `
      CREATE TABLE ${ROWS} (
        run uuid NOT NULL REFERENCES ${RUNS} ON DELETE CASCADE,
        number integer NOT NULL,
        item integer,
        cells jsonb NOT NULL,
        PRIMARY KEY (run, number)
      )`,
  },
];
