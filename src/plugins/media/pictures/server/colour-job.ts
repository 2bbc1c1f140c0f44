import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { sql } from '../../../../platform/strapi/queries';
import { picturesOf } from './pictures';

const JOB = 'pictures.colours';

const EVERY_NIGHT = '17 4 * * *';

/** Number of files that one query reads. */
const BATCH = 50;

const HOUR = 3600;

/**
 * Selects the pictures without a colour. They are older than colours, or were added without an
 * upload, such as by a transfer.
 */
const UNKNOWN = `
  SELECT id, hash || coalesce(ext, '') AS name, url FROM files
  WHERE dominant_color IS NULL AND mime LIKE 'image/%' AND id > ? ORDER BY id LIMIT ${BATCH}`;

/** Bypasses Strapi, so that the time of the last change stays that of the last edit. */
const FOUND = 'UPDATE files SET dominant_color = ? WHERE id = ? AND url = ?';

const storeOf = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'pictures', key: 'coloured' });

const findColours = async ({ strapi }: WithStrapi): Promise<void> => {
  let [last, found] = [0, 0];
  for (;;) {
    const { rows } = await sql({ strapi }, UNKNOWN, [last]);
    if (rows.length === 0) break;
    for (const { id, name, url } of rows) {
      last = Number(id);
      const colour = await picturesOf({ strapi }).colourOf(String(name));
      if (colour === null) continue;
      await sql({ strapi }, FOUND, [colour, id, url]);
      found += 1;
    }
  }
  if (found > 0) strapi.log.info(`pictures: ${found} dominant colours were computed`);
};

/** Defines the job that finds missing colours every night. */
export const defineColourJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    JOB,
    async () => {
      await findColours({ strapi });
      await storeOf({ strapi }).set({ value: true });
    },
    { retryLimit: 2, expireInSeconds: HOUR, concurrency: 1 },
  );
  jobs.schedule(JOB, EVERY_NIGHT);
};

/** Starts the job at once after the first start of a release with colours. */
export const queueFirstColourScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await storeOf({ strapi }).get({})) === true) return;
  await jobsOf({ strapi }).enqueue(JOB, {});
};
