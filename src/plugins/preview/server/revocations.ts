import type { WithStrapi } from '../../../platform/with-strapi';
import type { Definition } from '../../../platform/database/installer';
import { sql } from '../../../platform/strapi/queries';

const REVOCATIONS = 'preview.revocations';

/** Stands for all administrators: numbers of users begin with 1. */
export const EVERYBODY = 0;

/** How often the tokens of each administrator were revoked. A count needs no clock, in which nodes may differ. */
export const revocationDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: REVOCATIONS,
    create: `
      CREATE SCHEMA IF NOT EXISTS preview;
      CREATE TABLE ${REVOCATIONS} (user_id bigint PRIMARY KEY, times integer NOT NULL)`,
  },
];

/** Returns how often tokens of an administrator were revoked, with those of everybody; a token is good for one count. */
export const countRevocations = async ({ strapi }: WithStrapi, user: number): Promise<number> => {
  const { rows } = await sql(
    { strapi },
    `SELECT coalesce(sum(times), 0)::int AS times FROM ${REVOCATIONS} WHERE user_id IN (?, ?)`,
    [EVERYBODY, user],
  );
  return Number(rows[0]?.times);
};

/** Ends all preview tokens of an administrator, or of everybody. */
export const revokePreviews = async ({ strapi }: WithStrapi, user: number): Promise<void> => {
  await strapi.db.transaction(({ trx }) =>
    sql(
      { strapi, trx },
      `INSERT INTO ${REVOCATIONS} AS r (user_id, times) VALUES (?, 1)
       ON CONFLICT (user_id) DO UPDATE SET times = r.times + 1`,
      [user],
    ),
  );
};
