import type { Definition } from '../../../../platform/database/installer';

/** Table outside the schema that Strapi inspects and migrates at every start. */
export const CONFIRMED = 'desk.confirmed_translations';

/** Table of translations that were confirmed after their source had changed. */
export const confirmedDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: CONFIRMED,
    // `event`: id of the source's last history event at the confirmation.
    create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${CONFIRMED} (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL,
        event bigint NOT NULL,
        confirmed_by integer,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, document_id, locale)
      )`,
  },
];
