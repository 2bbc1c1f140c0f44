import type { Definition } from '../../../../platform/database/installer';

/** Table outside the schema that Strapi inspects and migrates at every start. */
export const VIEWS = 'desk.views';

/** Table of saved views: list queries of one user, or shared with a role. */
export const viewDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: VIEWS,
    create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${VIEWS} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        uid text NOT NULL,
        name text NOT NULL,
        query text NOT NULL,
        owner integer NOT NULL,
        role integer,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX desk_views_owner_index ON ${VIEWS} (uid, owner);
      CREATE INDEX desk_views_role_index ON ${VIEWS} (uid, role)`,
  },
];
