import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { databaseNowSql, sql } from '#platform/strapi/queries';

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
};

/**
 * Returns a hash of a JSON value that does not depend on the order of keys.
 *
 * Written by hand, because these hashes are stored. `safe-stable-stringify` sorts keys like `9` and
 * `10` differently, so a release with it would not recognise requests of the one before.
 */
export const computeStableHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('hex');

type Lease = {
  name: string;
  /** Time after which the lease is free even if its holder died. */
  milliseconds: number;
  /** How long to wait for another holder before `onBusy` is thrown. */
  patience: number;
  onBusy: () => Error;
};

const acquireLease = async (
  { strapi }: WithStrapi,
  name: string,
  holder: string,
  milliseconds: number,
) => {
  const { rowCount } = await sql(
    { strapi },
    `insert into checkout_leases (document_id, name, holder, expires_ms)
     values (?, ?, ?, ${databaseNowSql} + ?)
     on conflict (name) do update set holder = excluded.holder, expires_ms = excluded.expires_ms
     where checkout_leases.expires_ms < ${databaseNowSql}`,
    [holder, name, holder, milliseconds],
  );
  return rowCount === 1;
};

/**
 * Runs a function that only one caller may run at a time, in any process. Unlike a database lock it
 * holds no connection while it runs: a slow payment provider must not use up the connection pool.
 */
export const withLease = async <T>(
  { strapi }: WithStrapi,
  { name, milliseconds, patience, onBusy }: Lease,
  run: () => Promise<T>,
): Promise<T> => {
  const holder = randomUUID();
  const givesUp = performance.now() + patience;
  while (!(await acquireLease({ strapi }, name, holder, milliseconds))) {
    if (performance.now() > givesUp) throw onBusy();
    await wait(40 + Math.random() * 60);
  }
  try {
    return await run();
  } finally {
    await sql({ strapi }, 'delete from checkout_leases where name = ? and holder = ?', [
      name,
      holder,
    ]);
  }
};
