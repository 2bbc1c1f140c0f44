import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { tagOf } from '#delivery/http-cache/tags';
import type { DependencyKey } from '#delivery/invalidation/keys';
import { registerChangeConsumer } from '#delivery/outbox/consumers';
import { deliverySettings } from '#delivery/settings';
import { cdnPurgingSettings } from '../settings';
import { definePurgeJob, buildJobName } from './jobs';
import { createPurgeStore } from './purges';
import { createTargets } from './targets';

/**
 * Seconds after which a node without its database has stopped serving stale responses. It serves
 * them from memory for up to four seconds, and a cache may store the last one a second later.
 */
const MAX_STALE_SECONDS = 6;

/**
 * Purges the responses with some keys after the running transaction commits: at once, and twice
 * again. A response requested before the change may be stored after the first purge. A response of
 * a disconnected node may be stored after the second.
 */
export const purgeKeys = async (
  { strapi }: WithStrapi,
  keys: readonly DependencyKey[],
): Promise<void> => {
  const settings = cdnPurgingSettings.of({ strapi });
  const targets = createTargets(settings);
  const tags = [...new Set(keys.map(tagOf))];
  if (targets.length === 0 || tags.length === 0) return;
  const { repeatSeconds } = settings;
  const repeats =
    repeatSeconds > 0 ? [repeatSeconds, Math.max(MAX_STALE_SECONDS, repeatSeconds)] : [];
  const names = targets.map(({ name }) => name);
  await strapi.db.transaction(async () => {
    const [, ...later] = await createPurgeStore({ strapi }).add(names, tags, [0, ...repeats]);
    for (const target of targets) {
      await getJobs({ strapi }).enqueue(buildJobName(target), {});
      // An absolute time, because the queue counts relative delays from the start of the
      // transaction, which may be long ago.
      for (const startAfter of later) {
        await getJobs({ strapi }).enqueue(buildJobName(target), {}, { startAfter });
      }
    }
  });
};

/** Maximum cache lifetime in seconds that causes no warning if no target is configured. */
const MAX_UNPURGED_SECONDS = 3_600;

export const register = ({ strapi }: WithStrapi): void => {
  const targets = createTargets(cdnPurgingSettings.of({ strapi }));
  const { sharedMaxAge } = deliverySettings.of({ strapi });
  if (targets.length === 0 && sharedMaxAge > MAX_UNPURGED_SECONDS) {
    strapi.log.warn(
      `cdn-purging: caches in front may keep responses for ${sharedMaxAge} seconds (DELIVERY_S_MAXAGE), ` +
        'but no EDGE_… setting names a cache to purge',
    );
  }
  for (const target of targets) definePurgeJob({ strapi }, target);
  if (targets.length === 0) return;
  registerChangeConsumer({ strapi }, 'edge', (changes) =>
    purgeKeys(
      { strapi },
      changes.flatMap(({ keys }) => keys),
    ),
  );
};
