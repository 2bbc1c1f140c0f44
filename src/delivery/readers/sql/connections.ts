import { hash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import type { Availability } from '#platform/database';
import { createPoolSupply } from '#platform/database/pool-supply';
import { asOptions } from '#platform/database/settings';
import type { PoolCounts } from '#platform/strapi/connection-pool';

export type Run = <T extends unknown[]>(text: string, values: readonly unknown[]) => Promise<T[]>;

type Options = {
  /** The connection monitor, which receives lost connections. */
  availability?: Pick<Availability, 'wait' | 'guard' | 'recordError' | 'isUnavailable'>;
};

const SETTINGS = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  // JIT compilation takes seconds for statements that run in milliseconds.
  jit: 'off',
  // Frequently read pages are in memory. With the default, the planner scans whole tables for the
  // two rows that a document references, and a home page takes a third longer.
  random_page_cost: '1.1',
};

/**
 * Opens a connection pool for reads only, so that an editor's long transaction delays no visitor.
 * Statements are prepared once per connection, because planning them takes longer than running
 * them.
 */
export const openConnections = (url: string, size: number, { availability }: Options = {}) => {
  const pool = new Pool({
    connectionString: url,
    max: size,
    application_name: 'education-cms reads',
    options: asOptions(SETTINGS),
    idleTimeoutMillis: 60_000,
    // Reads may queue for a busy database. They fail at once when the database is unavailable.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // The next read replaces a connection that ended while idle. Without this handler, the error
  // would end the process.
  pool.on('error', () => undefined);
  // The pool's own count includes connections that are still being opened.
  const open = new Set<PoolClient>();
  const supply = createPoolSupply({
    size: () => open.size,
    ask: () => run('SELECT 1', []),
    isUnavailable: () => availability?.isUnavailable() === true,
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

  const whenAvailable = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await (availability === undefined ? ask() : availability.wait(ask));
    } catch (error) {
      if (open.size === 0) supply.failed();
      availability?.recordError(error);
      throw error;
    }
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
    return (await whenAvailable(() => pool.query<T>(query))).rows;
  };

  return {
    run,
    /** Has the database check the names and types of a statement, without planning it. */
    check: async (text: string): Promise<void> => {
      await whenAvailable(() => pool.query(`PREPARE checked AS ${text}; DEALLOCATE checked`));
    },
    /** Returns true if no read waits for a connection, and one would remain free. */
    hasRoom: () =>
      pool.waitingCount === 0 && pool.totalCount - pool.idleCount < Math.max(size - 1, 0),
    counts: (): PoolCounts => ({
      used: pool.totalCount - pool.idleCount,
      free: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Resolves to true if the pool has connections or can open one. */
    isSupplied: supply.isThere,
    end: () => pool.end(),
  };
};

export type Connections = ReturnType<typeof openConnections>;
