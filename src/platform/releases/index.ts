import type { Knex } from 'knex';
import type { WithStrapi } from '../strapi/with-strapi';
import { databaseSettings } from '../database/settings';
import type { DocumentMiddleware } from '../documents/pipeline';
import { releaseSettings } from './settings';
import { keepSchemaAdditive } from './additive-schema';
import { findMeaningChanges } from './meaning-changes';
import { adoptModels, describeModels, keepUnknownGrants, parseModels } from './newer-models';
import { createNode } from './node';
import { StartRefused } from './start-refused';
import { checkStrapiVersion } from './strapi-version';
import { RELEASE } from './release';
import { createSqlRunner } from '../strapi/pooled-sql';
import { takeStartLock } from './start-lock';
import {
  createStore,
  listOlderNodes,
  raiseInstalled,
  raiseMinimum,
  readModels,
  readState,
  writeModels,
  type State,
} from './store';

const NAME = 'releases';

/** Actions that copy or load all of a document's rows. */
const copyingActions = new Set(['create', 'update', 'publish', 'discardDraft', 'clone']);

const createReleases = ({ strapi }: WithStrapi) => {
  const { nodeTimeoutSeconds: timeoutSeconds } = releaseSettings.of({ strapi });
  const version = strapi.config.get('info.version', '');
  const sql = createSqlRunner(strapi.db.connection);

  /** The newest release whose models this process has loaded. */
  let adopted = RELEASE;
  let isRunning = false;
  let leavesDefinitions = false;
  /** Reasons why earlier releases cannot run beside this one; empty where they can. */
  let breaks: readonly string[] = [];

  const keepUp = async ({ newest }: Pick<State, 'newest'>): Promise<void> => {
    if (newest <= adopted) return;
    adoptModels({ strapi }, parseModels(await readModels(sql)), { isRunning });
    adopted = newest;
    strapi.log.info(`releases: release ${RELEASE} runs with the models of release ${newest}`);
  };

  const node = createNode({ strapi, version, timeoutSeconds, onState: keepUp });

  const refuseIfTooOld = ({ minimum, reason, newest, newestVersion }: State): void => {
    if (RELEASE >= minimum) return;
    throw new StartRefused(
      `This is release ${RELEASE} (version ${version}), and the database is for release ${minimum} or ` +
        `later, because ${reason ?? 'a later one says so'}: nothing was changed. Start release ${newest} ` +
        `(version ${newestVersion ?? ''}) or a later one, or restore a backup from before.`,
    );
  };

  const refuseIfMeaningIsLost = async (): Promise<void> => {
    const changes = await findMeaningChanges({ strapi }, sql);
    const lossy = changes.filter(({ lost }) => lost > 0).map(({ description }) => description);
    if (lossy.length > 0) {
      throw new StartRefused(
        `This release would delete content (${lossy.join('; ')}): nothing was changed. Publish or delete ` +
          `those entries with the release before, then start this one again.`,
      );
    }
    breaks = changes.map(({ description }) => description);
    if (breaks.length === 0) return;
    const others = await listOlderNodes(sql, RELEASE, timeoutSeconds);
    if (others.length === 0) return;
    const names = others.map(({ release, host, pid }) => `release ${release} on ${host}, ${pid}`);
    throw new StartRefused(
      `Nodes of an older release cannot run beside this one (${breaks.join('; ')}): nothing was ` +
        `changed. Stop them (${names.join('; ')}), then start this one again.`,
    );
  };

  return {
    /** Whether a newer release has run on this database, whose changes this one must not revert. */
    isBehind: (): boolean => adopted > RELEASE,

    /**
     * Whether triggers, functions and layouts in the database are those of a newer release. They
     * also serve this release, so its installers leave them unchanged.
     */
    leavesDefinitions: (): boolean => leavesDefinitions,

    /**
     * Returns whether nodes of older releases are running, which may need objects that this one
     * does not.
     */
    async hasOlderNodes(): Promise<boolean> {
      return (await listOlderNodes(sql, RELEASE, timeoutSeconds)).length > 0;
    },

    /** Runs before Strapi loads. Rejects starts that must not happen, and prepares the load. */
    async enter(): Promise<void> {
      await createStore(sql);
      const state = await readState(sql);
      refuseIfTooOld(state);
      await keepUp(state);
      await refuseIfMeaningIsLost();
      leavesDefinitions = state.installed > RELEASE;
      if (adopted > RELEASE) {
        keepUnknownGrants({ strapi });
        strapi.log.warn(
          `releases: this is release ${RELEASE}, and release ${state.newest} has run on this database: ` +
            `its additional columns and tables stay`,
        );
      }
      await node.enter();
    },

    /** Runs once the tables exist and before any write. Other nodes can then load the models. */
    async announce(): Promise<void> {
      isRunning = true;
      if (adopted > RELEASE) return;
      await writeModels(sql, { release: RELEASE, version, models: describeModels({ strapi }) });
      if (breaks.length > 0) await raiseMinimum(sql, RELEASE, breaks.join('; '));
    },

    /** Runs once everything is installed. */
    complete: () => raiseInstalled(sql, RELEASE),

    /**
     * Runs before a write that copies rows. Loads the models of a newer release that has started
     * since.
     */
    async keepUp(): Promise<void> {
      if (strapi.db.inTransaction()) {
        await strapi.db.transaction(async ({ trx }) =>
          keepUp(await readState(createSqlRunner(trx as Knex.Transaction))),
        );
      } else await keepUp(await readState(sql));
    },

    leave: () => node.leave(),
  };
};

export type Releases = ReturnType<typeof createReleases>;

/** Returns the releases that run, or have run, on this process's database. */
export const getReleases = ({ strapi }: WithStrapi): Releases => strapi.get(NAME);

/** Loads the models of newer releases before a document is copied. */
export const waitForNewerModels =
  ({ strapi }: WithStrapi): DocumentMiddleware =>
  async (context, next) => {
    if (copyingActions.has(context.action)) await getReleases({ strapi }).keepUp();
    return next();
  };

/**
 * Lets this release and others share one database. Starts are serialized, no release removes what
 * another has added, and outdated releases are rejected. Call it first in the application's
 * `register`. It acts at the bootstrap, because commands such as `strapi ts:generate-types` stop
 * after `register` and need no database.
 */
export const registerReleases = ({ strapi }: WithStrapi): void => {
  checkStrapiVersion({ strapi });
  const { url } = databaseSettings.of({ strapi });
  const releases = createReleases({ strapi });
  strapi.add(NAME, releases);
  keepSchemaAdditive(
    { strapi },
    { isBehind: releases.isBehind, sql: createSqlRunner(strapi.db.connection) },
  );

  const bootstrap = strapi.bootstrap.bind(strapi);
  strapi.bootstrap = async () => {
    const lock = await takeStartLock({ url, log: strapi.log });
    try {
      await releases.enter();
      await bootstrap();
      await releases.complete();
    } catch (error) {
      await releases.leave();
      throw error;
    } finally {
      await lock.release();
    }
    return strapi;
  };
};
