import { getJobs } from '#platform/jobs';
import { uploadSettings } from '#platform/storage/settings';
import { sql } from '#platform/strapi/queries';
import { extendUploadService, type WorkingFile } from '#platform/strapi/upload-services';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getDecoding, countPixels, readHeader } from '../../uploads';
import { getPictures } from './pictures';
import { computeDominantColour } from './render';

/**
 * Stores the dominant colour of pictures when they are uploaded or replaced. The upload plugin
 * stores the attributes of the file that its previous step returns.
 */
export const describeUploads = ({ strapi }: WithStrapi): void => {
  const { maxPixels } = uploadSettings.of({ strapi });

  const computeColour = async ({ filepath }: WorkingFile): Promise<string | null> => {
    const header = filepath === undefined ? null : await readHeader(filepath);
    if (filepath === undefined || header === null) return null;
    try {
      return await getDecoding({ strapi }).run(countPixels(header), () =>
        computeDominantColour(filepath, maxPixels),
      );
    } catch (error) {
      // An error here must not prevent the upload; the nightly job retries.
      strapi.log.warn(
        `pictures: the dominant colour of an upload was not computed: ${String(error)}`,
      );
      return null;
    }
  };

  extendUploadService({ strapi }, 'image-manipulation', (service) => ({
    async optimize(file) {
      const optimized = await service.optimize(file);
      return { ...optimized, dominantColor: await computeColour(optimized) };
    },
  }));
};

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
const STORE_COLOUR = 'UPDATE files SET dominant_color = ? WHERE id = ? AND url = ?';

const storeOf = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'pictures', key: 'coloured' });

const findColours = async ({ strapi }: WithStrapi, signal: AbortSignal): Promise<void> => {
  let [last, colouredCount] = [0, 0];
  for (;;) {
    const { rows } = await sql({ strapi }, UNKNOWN, [last]);
    if (rows.length === 0) break;
    for (const { id, name, url } of rows) {
      signal.throwIfAborted();
      last = Number(id);
      const colour = await getPictures({ strapi }).colourOf(String(name));
      if (colour === null) continue;
      await sql({ strapi }, STORE_COLOUR, [colour, id, url]);
      colouredCount += 1;
    }
  }
  if (colouredCount > 0)
    strapi.log.info(`pictures: ${colouredCount} dominant colours were computed`);
};

/** Defines the job that finds missing colours every night. */
export const defineColourJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    JOB,
    async ({ signal }) => {
      await findColours({ strapi }, signal);
      await storeOf({ strapi }).set({ value: true });
    },
    { retryLimit: 2, expireInSeconds: HOUR, concurrency: 1 },
  );
  jobs.schedule(JOB, EVERY_NIGHT);
};

/** Starts the job at once after the first start of a release with colours. */
export const queueFirstColourScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await storeOf({ strapi }).get({})) === true) return;
  await getJobs({ strapi }).enqueue(JOB, {});
};
