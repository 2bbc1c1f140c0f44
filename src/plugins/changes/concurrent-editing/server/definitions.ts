import type { Definition } from '../../../../platform/database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
const SCHEMA = 'editing';

/** Of each draft, field by field: a digest of what it holds, and which version gave it that. */
export const CHANGES = `${SCHEMA}.changes`;

/** The same of entries that were deleted, for when they come back. */
export const CHANGES_OF_DELETED = `${SCHEMA}.changes_of_deleted`;

/** What people have typed into forms and not saved, for themselves. */
export const TYPED = `${SCHEMA}.typed`;

/** Which forms are open, in which windows. */
export const PRESENCE = `${SCHEMA}.presence`;

export const editingDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: CHANGES,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${CHANGES} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        since text NOT NULL,
        fields jsonb NOT NULL,
        PRIMARY KEY (uid, document_id, locale)
      )`,
  },
  {
    kind: 'table',
    name: CHANGES_OF_DELETED,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${CHANGES_OF_DELETED} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        since text NOT NULL,
        fields jsonb NOT NULL,
        deleted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, document_id, locale)
      );
      CREATE INDEX changes_of_deleted_at_index ON ${CHANGES_OF_DELETED} (deleted_at)`,
  },
  {
    kind: 'table',
    name: TYPED,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${TYPED} (
        user_id integer NOT NULL,
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        typing jsonb NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, uid, document_id, locale)
      );
      CREATE INDEX typed_kept_at_index ON ${TYPED} (kept_at);
      CREATE INDEX typed_user_index ON ${TYPED} (user_id, kept_at)`,
  },
  {
    // Unlogged: after a crash of the database, windows tell again within seconds that they are open.
    kind: 'table',
    name: PRESENCE,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE UNLOGGED TABLE ${PRESENCE} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        form text NOT NULL,
        user_id integer NOT NULL,
        name text NOT NULL,
        since timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, document_id, locale, form)
      );
      CREATE INDEX presence_seen_at_index ON ${PRESENCE} (seen_at)`,
  },
];
