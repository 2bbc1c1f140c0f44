import type { WithStrapi } from '../../../platform/with-strapi';
import type { Definition } from '../../../platform/database/installer';
import { sql } from '../../../platform/strapi/queries';

const REVOCATIONS = 'preview.revocations';

/** ID that stands for all administrators; user IDs start at 1. */
export const EVERYBODY = 0;

/**
 * Table with the number of revocations per administrator. A counter needs no clock, which may
 * differ between nodes.
 */
export const revocationDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: REVOCATIONS,
    create: `
      CREATE SCHEMA IF NOT EXISTS preview;
      CREATE TABLE ${REVOCATIONS} (user_id bigint PRIMARY KEY, times integer NOT NULL)`,
  },
];

/**
 * Returns the number of revocations for an administrator, including those for everybody. A token is
 * valid for one number only.
 */
export const countRevocations = async ({ strapi }: WithStrapi, user: number): Promise<number> => {
  const { rows } = await sql(
    { strapi },
    `SELECT coalesce(sum(times), 0)::int AS times FROM ${REVOCATIONS} WHERE user_id IN (?, ?)`,
    [EVERYBODY, user],
  );
  return Number(rows[0]?.times);
};

/** Revokes all preview tokens of an administrator, or of everybody. */
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
