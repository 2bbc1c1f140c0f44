import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Core } from '@strapi/types';
import { pendingRemovals, runRemoval } from './run-removals';
import { RELEASE } from './release';
import { sqlOn } from '../strapi/pooled-sql';
import { forgetLostNodes, forgetNode, readState, touchNode, type Node, type State } from './store';

type Options = {
  strapi: Core.Strapi;
  version: string;
  timeoutSeconds: number;
  /** Called with every sign of life. */
  onState: (state: State) => Promise<void>;
};

/** A sign of life may be late or fail a few times before the node counts as gone. */
const BEATS = 4;

/**
 * This process among the nodes that run on the database. It gives a sign of life at intervals, runs removals
 * that have become possible, and ends itself where it has been left behind by one: a node that was cut off
 * for longer than the timeout counts as gone, and must not go on when it comes back.
 */
export const createNode = ({ strapi, version, timeoutSeconds, onState }: Options) => {
  const node: Node = {
    id: randomUUID(),
    release: RELEASE,
    version,
    host: hostname(),
    pid: process.pid,
  };
  const sql = sqlOn(strapi.db.connection);
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
    // A supervisor must not take it for an end that was asked for.
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  };

  const remove = async (): Promise<void> => {
    // Whoever could not be heard while this node heard nothing may be alive.
    if (performance.now() - steadySince < timeoutSeconds * 1000) return;
    for (const removal of await pendingRemovals(sql)) {
      try {
        if (!(await runRemoval({ strapi }, removal, { timeoutSeconds }))) return;
      } catch (error) {
        // In their order: the next one may rest on this one.
        strapi.log.warn(
          `releases: ${removal.what} could not be removed, which is tried again: ${(error as Error).message}`,
        );
        return;
      }
    }
  };

  const beat = async (): Promise<void> => {
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
      if (!isLosing) strapi.log.warn(`releases: no sign of life: ${(error as Error).message}`);
      isLosing = true;
    }
  };

  const schedule = (): void => {
    if (isEnded) return;
    timer = setTimeout(
      () => {
        beating = beat().then(schedule);
      },
      (timeoutSeconds * 1000) / BEATS,
    );
    timer.unref();
  };

  return {
    /** Counts from now on. */
    async enter(): Promise<void> {
      await touchNode(sql, node);
      steadySince = performance.now();
      schedule();
    },

    /** Does not count any more. Never fails: silence says the same a little later. */
    async leave(): Promise<void> {
      isEnded = true;
      clearTimeout(timer);
      await beating;
      await forgetNode(sql, node.id).catch(() => undefined);
    },
  };
};
