import { Pool } from 'pg';
import { ALL } from '#delivery/http-cache/tags';
import { createDatabase } from '../database';
import { freePort } from '../ports';
import { startProcess, type ServiceProcess } from '../process';
import { until } from '../until';
import { isVarnishInstalled, startVarnish, type Varnish } from '../varnish';
import { ask } from './ask';
import { makeBadge } from './writers';

/** One of the nodes behind Varnish. */
export type Node = {
  process: ServiceProcess;
  isDown: boolean;
  /** Increases with each kill: a request may fail only if this has changed meanwhile. */
  kills: number;
  /** The node has received every change that was committed before this moment. */
  receivedUpTo: number;
};

/** Settings of nodes behind Varnish, which may cache every response for a year. */
const sharedEnv = { DELIVERY_TAG_HEADERS: 'xkey', DELIVERY_S_MAXAGE: '31536000' };

const uncachedEnv = { DELIVERY_CACHE: 'false', DELIVERY_DOCUMENT_CACHE: 'false' };

/**
 * Starts two nodes on one database with the sample, a third node without caches, and Varnish in front of the two. If
 * Varnish is not installed, `varnish` is null.
 */
export const startCluster = async () => {
  const database = await createDatabase({ seed: true });
  const pool = new Pool({ connectionString: database.url, max: 6 });
  const ports = [await freePort(), await freePort()] as const;
  const varnish: Varnish | null = isVarnishInstalled
    ? await startVarnish(await freePort(), [...ports])
    : null;
  const env = { ...sharedEnv, ...(varnish !== null && { EDGE_VARNISH: varnish.url }) };
  const start = (at: 0 | 1): Promise<ServiceProcess> =>
    startProcess({ database, port: ports[at], env });

  const first = await start(0);
  const badge = await makeBadge(first);
  const [second, uncached] = await Promise.all([
    start(1),
    // Any node may be the one that purges, so this one must know Varnish as well.
    startProcess({ database, env: { ...env, ...uncachedEnv } }),
  ]);
  const nodes = [first, second].map((process): Node => ({
    process,
    isDown: false,
    kills: 0,
    receivedUpTo: 0,
  })) as [Node, Node];
  let restarts = 0;
  let isRestarting = false;
  let purgedUpTo = 0;

  const rowsIn = async (table: string, condition = 'TRUE'): Promise<number> => {
    const { rows } = await pool.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM ${table} WHERE ${condition}`,
    );
    return rows[0]?.rows ?? 0;
  };

  const lastIdIn = async (table: string): Promise<string> => {
    const { rows } = await pool.query<{ last: string }>(
      `SELECT coalesce(max(id), 0)::text AS last FROM ${table}`,
    );
    return rows[0]?.last ?? '0';
  };

  /** Waits until a table has no row that meets a condition. */
  const isGone = (table: string, condition: string): Promise<number> =>
    until(
      () => rowsIn(table, condition),
      (rows) => rows === 0,
    );

  return {
    database,
    pool,
    badge,
    nodes,
    uncached,
    varnish,

    /** Increases with every event that may fail a request through Varnish. */
    disruptions: (): number => restarts + nodes[0].kills + nodes[1].kills,

    isDisrupted: (): boolean => isRestarting || nodes.some(({ isDown }) => isDown),

    /** All purges of changes committed before this moment are over. */
    purgedUpTo: (): number => purgedUpTo,

    /**
     * Makes a node write data that no response shows. A node receives changes in the order of their commits, and uses
     * its caches only after its own writes have returned. From then on it knows everything that was committed before.
     */
    async touch(node: Node): Promise<void> {
      const began = performance.now();
      const { kills } = node;
      const answer = await ask(`${node.process.url}/admin/users/me`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${badge.panelToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ firstname: `At ${began}` }),
      }).catch(() => null);
      if (answer?.status === 200 && node.kills === kills) node.receivedUpTo = began;
    },

    /** Waits until all changes committed so far are purged. */
    async waitForPurges(): Promise<void> {
      const asOf = performance.now();
      const changes = await lastIdIn('delivery.changes');
      await isGone('delivery.changes', `id <= ${changes}`);
      const purges = await lastIdIn('edge.purges');
      // Too many purges are replaced by a later one of everything.
      await isGone('edge.purges', `id <= ${purges} OR tag = '${ALL}'`);
      purgedUpTo = asOf;
    },

    /** Ends the connections on which nodes listen. */
    cutListeners: () =>
      pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'education-cms changes' AND datname = current_database()`,
      ),

    /** Kills a node and restarts it at its address. */
    async restartNode(at: 0 | 1): Promise<void> {
      const node = nodes[at];
      node.isDown = true;
      node.kills += 1;
      await node.process.kill('SIGKILL');
      node.process = await start(at);
      node.isDown = false;
    },

    /** Ends Varnish with its cache, and restarts it. */
    async restartVarnish(): Promise<void> {
      isRestarting = true;
      restarts += 1;
      await varnish?.restart();
      isRestarting = false;
    },

    async stop(): Promise<void> {
      await pool.end();
      for (const process of [...nodes.map((node) => node.process), uncached]) await process.stop();
      await varnish?.stop();
      await database.drop();
    },
  };
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
