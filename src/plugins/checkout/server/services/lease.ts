import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nowSql } from './clock';
import { sql } from './sql';
import type { WithStrapi } from '../types';

type Lease = {
  name: string;
  /** After this long the lease is free even if its holder died. */
  milliseconds: number;
  /** How long to wait for another holder; then `onBusy` decides. */
  patience: number;
  onBusy: () => Error;
};

const take = async ({ strapi }: WithStrapi, name: string, holder: string, milliseconds: number) => {
  const { rowCount } = await sql(
    { strapi },
    `insert into checkout_leases (document_id, name, holder, expires_ms)
     values (?, ?, ?, ${nowSql} + ?)
     on conflict (name) do update set holder = excluded.holder, expires_ms = excluded.expires_ms
     where checkout_leases.expires_ms < ${nowSql}`,
    [holder, name, holder, milliseconds],
  );
  return rowCount === 1;
};

/**
 * Runs something that only one caller may run at a time, whichever process it is in. Unlike a lock of
 * the database it holds no connection while it runs: the work waits for the payment provider, and a slow
 * provider must not use up the connections of everybody else.
 */
export const withLease = async <T>(
  { strapi }: WithStrapi,
  { name, milliseconds, patience, onBusy }: Lease,
  run: () => Promise<T>,
): Promise<T> => {
  const holder = randomUUID();
  const givesUp = Date.now() + patience;
  while (!(await take({ strapi }, name, holder, milliseconds))) {
    if (Date.now() > givesUp) throw onBusy();
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
