import { hash } from 'node:crypto';
import { Pool } from 'pg';
import type { Availability } from '../../../database';
import { asOptions } from '../../../database/session-settings';
import type { PoolCounts } from '../../../strapi/connection-pool';

export type Run = <T extends unknown[]>(text: string, values: readonly unknown[]) => Promise<T[]>;

export type Connections = {
  run: Run;
  /** Whether nobody waits for a connection, and one would be left to who comes next. */
  hasRoom: () => boolean;
  counts: () => PoolCounts;
  end: () => Promise<void>;
};

type Options = {
  /** Who is told of lost connections, and knows whether it makes sense to ask for one. */
  availability?: Pick<Availability, 'wait' | 'guard' | 'recordError'>;
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
  if (availability !== undefined) pool.on('connect', (client) => availability.guard(client));
  const names = new Map<string, string>();

  const nameOf = (text: string): string => {
    const name = names.get(text) ?? hash('sha1', text);
    names.set(text, name);
    return name;
  };

  return {
    async run<T extends unknown[]>(text: string, values: readonly unknown[]): Promise<T[]> {
      const query = {
        name: nameOf(text),
        text,
        values: [...values],
        rowMode: 'array' as const,
      };
      const run = () => pool.query<T>(query);
      if (availability === undefined) return (await run()).rows;
      try {
        return (await availability.wait(run)).rows;
      } catch (error) {
        availability.recordError(error);
        throw error;
      }
    },
    hasRoom: () =>
      pool.waitingCount === 0 && pool.totalCount - pool.idleCount < Math.max(size - 1, 0),
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      free: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => pool.end(),
  };
};
