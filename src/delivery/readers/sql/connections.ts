import { hash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import type { Availability } from '../../../platform/database';
import { createPoolSupply } from '../../../platform/database/pool-supply';
import { asOptions } from '../../../platform/database/session-settings';
import type { PoolCounts } from '../../../platform/strapi/connection-pool';

export type Run = <T extends unknown[]>(text: string, values: readonly unknown[]) => Promise<T[]>;

export type Connections = {
  run: Run;
  /** Whether nobody waits for a connection, and one would be left to who comes next. */
  hasRoom: () => boolean;
  counts: () => PoolCounts;
  /** Whether it has connections, or would get one. */
  isSupplied: () => Promise<boolean>;
  end: () => Promise<void>;
};

type Options = {
  /** Who is told of lost connections, and knows whether it makes sense to ask for one. */
  availability?: Pick<Availability, 'wait' | 'guard' | 'recordError' | 'isAway'>;
};

const SETTINGS = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  // Compiling takes seconds for what runs in milliseconds.
  jit: 'off',
  // What is read over and over is in memory. Told otherwise, the planner reads whole tables for the two
  // rows that a document refers to: a home page takes a third longer.
  random_page_cost: '1.1',
};

/**
 * Connections of the reads' own: an editor's long transaction keeps no visitor waiting, and a statement
 * is planned once a connection, which for these statements takes longer than running them.
 */
export const openConnections = (
  url: string,
  size: number,
  { availability }: Options = {},
): Connections => {
  const pool = new Pool({
    connectionString: url,
    max: size,
    application_name: 'education-cms reads',
    options: asOptions(SETTINGS),
    idleTimeoutMillis: 60_000,
    // Readers may queue for a database that is busy; one that is away lets nobody wait.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A connection that ends while idle is replaced by the next read; unheard, it would end the process.
  pool.on('error', () => undefined);
  // The pool itself counts those as well that it is still trying to open.
  const open = new Set<PoolClient>();
  const supply = createPoolSupply({
    size: () => open.size,
    ask: () => run('SELECT 1', []),
    isAway: () => availability?.isAway() === true,
  });
  pool.on('connect', (client) => {
    open.add(client);
    supply.opened();
    availability?.guard(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const names = new Map<string, string>();

  const nameOf = (text: string): string => {
    const name = names.get(text) ?? hash('sha1', text);
    names.set(text, name);
    return name;
  };

  const run = async <T extends unknown[]>(
    text: string,
    values: readonly unknown[],
  ): Promise<T[]> => {
    const query = {
      name: nameOf(text),
      text,
      values: [...values],
      rowMode: 'array' as const,
    };
    const ask = () => pool.query<T>(query);
    try {
      return (await (availability === undefined ? ask() : availability.wait(ask))).rows;
    } catch (error) {
      if (open.size === 0) supply.failed();
      availability?.recordError(error);
      throw error;
    }
  };

  return {
    run,
    hasRoom: () =>
      pool.waitingCount === 0 && pool.totalCount - pool.idleCount < Math.max(size - 1, 0),
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      free: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isSupplied: supply.isThere,
    end: () => pool.end(),
  };
};
