import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Core } from '@strapi/types';
import { listPendingRemovals, runRemoval } from './run-removals';
import { RELEASE } from './release';
import { createSqlRunner } from '../strapi/pooled-sql';
import { forgetLostNodes, forgetNode, readState, touchNode, type Node, type State } from './store';

type Options = {
  strapi: Core.Strapi;
  version: string;
  timeoutSeconds: number;
  /** Called with every heartbeat. */
  onState: (state: State) => Promise<void>;
};

/** Number of heartbeats within the timeout, so that a few may be late or fail. */
const HEARTBEATS_PER_TIMEOUT = 4;

/**
 * Creates this process's node record on the database. It sends heartbeats, runs removals that have
 * become possible, and ends the process if a removal has outdated it. A node that was disconnected
 * for longer than the timeout counts as gone, and must not continue when it returns.
 */
export const createNode = ({ strapi, version, timeoutSeconds, onState }: Options) => {
  const node: Node = {
    id: randomUUID(),
    release: RELEASE,
    version,
    host: hostname(),
    pid: process.pid,
  };
  const sql = createSqlRunner(strapi.db.connection);
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  let isEnded = false;
  let isLosing = false;
  let steadySince = performance.now();

  const end = ({ minimum, reason }: State): void => {
    isEnded = true;
    strapi.log.error(
      `releases: this is release ${RELEASE}, and the database is for release ${minimum} or later ` +
        `(${reason ?? ''}): this node stops`,
    );
    // A supervisor must not mistake it for a requested stop.
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  };

  const remove = async (): Promise<void> => {
    // Nodes that could not be heard while this node was disconnected may be alive.
    if (performance.now() - steadySince < timeoutSeconds * 1000) return;
    for (const removal of await listPendingRemovals(sql)) {
      try {
        if (!(await runRemoval({ strapi }, removal, { timeoutSeconds }))) return;
      } catch (error) {
        // Removals run in order, because the next one may depend on this one.
        strapi.log.warn(
          `releases: ${removal.description} could not be removed, and the node retries: ${(error as Error).message}`,
        );
        return;
      }
    }
  };

  const sendHeartbeat = async (): Promise<void> => {
    try {
      await touchNode(sql, node);
      const state = await readState(sql);
      isLosing = false;
      if (state.minimum > RELEASE) {
        end(state);
        return;
      }
      await onState(state);
      await forgetLostNodes(sql);
      await remove();
    } catch (error) {
      steadySince = performance.now();
      if (!isLosing)
        strapi.log.warn(`releases: the heartbeat of this node failed: ${(error as Error).message}`);
      isLosing = true;
    }
  };

  const schedule = (): void => {
    if (isEnded) return;
    timer = setTimeout(
      () => {
        beating = sendHeartbeat().then(schedule);
      },
      (timeoutSeconds * 1000) / HEARTBEATS_PER_TIMEOUT,
    );
    timer.unref();
  };

  return {
    /** Registers the node from now on. */
    async enter(): Promise<void> {
      await touchNode(sql, node);
      steadySince = performance.now();
      schedule();
    },

    /** Unregisters the node. It never fails: without heartbeats the node expires soon anyway. */
    async leave(): Promise<void> {
      isEnded = true;
      clearTimeout(timer);
      await beating;
      await forgetNode(sql, node.id).catch(() => undefined);
    },
  };
};
