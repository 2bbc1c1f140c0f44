import type { Definition } from '../../../../platform/database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
export const CONFIRMED = 'desk.confirmed_translations';

/** Translations of which somebody has said that they are right although their source has changed. */
export const confirmedDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: CONFIRMED,
    // `event`: the last one of the history that the source had then.
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
