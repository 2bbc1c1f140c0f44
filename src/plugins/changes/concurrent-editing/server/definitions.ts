import type { Definition } from '../../../../platform/database/installer';

/** Schema outside the one that Strapi inspects and migrates at every start. */
const SCHEMA = 'editing';

/**
 * Change records of drafts: for each field, a digest of its value and the version that wrote it.
 */
export const CHANGES = `${SCHEMA}.changes`;

/** Change records of deleted entries, in case they are restored. */
export const CHANGES_OF_DELETED = `${SCHEMA}.changes_of_deleted`;

/** Unsaved typing of users in forms, readable only by its author. */
export const TYPED = `${SCHEMA}.typed`;

/** Open forms by window. */
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
    // Unlogged: after a crash of the database, the windows report themselves again within seconds.
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
