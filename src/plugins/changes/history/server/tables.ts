import type { Definition } from '#platform/database/installer';

export const STATES = 'history.states';
export const EVENTS = 'history.events';
export const DELETIONS = 'history.deletions';
export const NOTES = 'history.notes';

/**
 * Returns the tables of the history. They are apart from Strapi's, because SQL statements build
 * states from an entry's rows and store them in the database.
 */
export const createHistoryDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: STATES,
    // The hash includes the entry, so that writers of two entries never wait for each other here.
    create: `
      CREATE SCHEMA IF NOT EXISTS history;
      CREATE TABLE ${STATES} (
        hash bytea PRIMARY KEY,
        content jsonb NOT NULL,
        used_at timestamptz NOT NULL DEFAULT now()
      )`,
  },
  {
    kind: 'table',
    name: EVENTS,
    create: `
      CREATE TABLE ${EVENTS} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        event text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
        actor_kind text NOT NULL,
        actor_id text,
        actor_name text,
        title text,
        state bytea NOT NULL REFERENCES ${STATES}
      );
      CREATE INDEX ON ${EVENTS} (uid, document_id, locale, id DESC);
      CREATE INDEX ON ${EVENTS} (state);
      CREATE INDEX ON ${EVENTS} (at)`,
  },
  {
    kind: 'index',
    // Changes of one type in a period are listed by it, those of all types by the index of `at`.
    name: 'history.events_type_at',
    table: EVENTS,
    create: `CREATE INDEX events_type_at ON ${EVENTS} (uid, at, id)`,
  },
  {
    kind: 'table',
    name: DELETIONS,
    create: `
      CREATE TABLE ${DELETIONS} (
        event bigint PRIMARY KEY REFERENCES ${EVENTS} ON DELETE CASCADE,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        published bytea REFERENCES ${STATES},
        links jsonb NOT NULL,
        restored_at timestamptz
      );
      CREATE INDEX ON ${DELETIONS} (at) WHERE restored_at IS NULL;
      CREATE INDEX ON ${DELETIONS} (published)`,
  },
  {
    kind: 'table',
    name: NOTES,
    create: `
      CREATE TABLE ${NOTES} (
        event bigint PRIMARY KEY REFERENCES ${EVENTS} ON DELETE CASCADE,
        note text NOT NULL,
        actor_name text,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`,
  },
];
