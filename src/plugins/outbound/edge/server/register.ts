import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { tagOf } from '../../../../delivery/http-cache/tags';
import type { DependencyKey } from '../../../../delivery/invalidation/keys';
import { registerChangeConsumer } from '../../../../delivery/outbox/consumers';
import { readingSettings } from '../../../../delivery/settings';
import { edgeSettings } from '../settings';
import { definePurgeJob, jobOf } from './jobs';
import { purgesOf } from './purges';
import { targetsOf } from './targets';

/**
 * A node that is cut off from its database without a word may answer from memory for four seconds until it
 * finds out, and a cache may take one more to store the last of that.
 */
const CUT_OFF_SECONDS = 6;

/**
 * Has everything that was made from some keys dropped wherever answers are kept, once the running transaction
 * commits: at once, and twice again. An answer that was asked for before the change may be stored after the
 * first purge, and one of a node that was cut off after the second.
 */
export const purgeKeys = async (
  { strapi }: WithStrapi,
  keys: readonly DependencyKey[],
): Promise<void> => {
  const settings = edgeSettings.of({ strapi });
  const targets = targetsOf(settings);
  const tags = [...new Set(keys.map(tagOf))];
  if (targets.length === 0 || tags.length === 0) return;
  const { repeatSeconds } = settings;
  const repeats =
    repeatSeconds > 0 ? [repeatSeconds, Math.max(CUT_OFF_SECONDS, repeatSeconds)] : [];
  const names = targets.map(({ name }) => name);
  await strapi.db.transaction(async () => {
    const [, ...later] = await purgesOf({ strapi }).add(names, tags, [0, ...repeats]);
    for (const target of targets) {
      await jobsOf({ strapi }).enqueue(jobOf(target), {});
      // Not in so many seconds, which the queue counts from the beginning of the transaction: that may be long ago.
      for (const startAfter of later) {
        await jobsOf({ strapi }).enqueue(jobOf(target), {}, { startAfter });
      }
    }
  });
};

/** Seconds for which caches in front may go on with what is out of date without anybody noticing. */
const UNNOTICED_SECONDS = 3_600;

export const register = ({ strapi }: WithStrapi): void => {
  const targets = targetsOf(edgeSettings.of({ strapi }));
  const { sharedMaxAge } = readingSettings.of({ strapi });
  if (targets.length === 0 && sharedMaxAge > UNNOTICED_SECONDS) {
    strapi.log.warn(
      `edge: caches in front may keep answers for ${sharedMaxAge} seconds (DELIVERY_S_MAXAGE), and none is named ` +
        'to be told of changes (EDGE_…)',
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
