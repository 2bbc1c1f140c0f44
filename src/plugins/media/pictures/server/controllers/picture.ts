import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { createAction } from '#platform/http/handler';
import { StorageUnavailable } from '#platform/storage/storage-errors';
import { byAddress, getThrottle } from '#platform/throttle';
import { storageErrors } from '#plugins/media/uploads';
import { getPicture } from '../../contract';
import { pictureSettings } from '../../settings';
import { getPictures } from '../pictures';
import { QueueFull } from '../render-queue';

const MINUTE = 60;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** For URLs without the current version, which may show another picture at any time. */
const FOR_A_MINUTE = 'public, max-age=60';

/** Policy of pictures, which have the origin of the panel: no scripts, whatever opens them. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Returns the response error of a temporary failure; other errors unchanged. */
const asUnavailable = (error: unknown): unknown => {
  if (error instanceof StorageUnavailable) {
    return createHttpError(storageErrors.STORAGE_UNAVAILABLE, { cause: error });
  }
  return error instanceof QueueFull
    ? createHttpError(commonErrors.SERVICE_UNAVAILABLE, { cause: error })
    : error;
};

/** Returns the media types that a caller names, without wildcards. */
const listAcceptedTypes = (ctx: Context): string[] => {
  const types: string | false | string[] = ctx.accepts();
  return Array.isArray(types) ? types : [];
};

const createController = ({ strapi }: WithStrapi) => {
  /**
   * Limits new sizes per address, because each picture has hundreds of them and creating them slows
   * down others.
   */
  const throttleRequest = async (ctx: Context): Promise<void> => {
    const { perMinute } = pictureSettings.of({ strapi });
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'pictures', points: perMinute, seconds: MINUTE, isOfReads: true }, ctx),
    ]);
  };

  return {
    get: createAction({ strapi })(getPicture, async ({ params, query, ctx }) => {
      if (query.format === undefined) ctx.vary('Accept');
      try {
        const { bytes, encoding, version, digest } = await getPictures({ strapi }).get({
          name: params.name,
          width: query.w,
          ratio: query.ratio ?? null,
          format: query.format,
          accepted: listAcceptedTypes(ctx),
          beforeMaking: () => throttleRequest(ctx),
        });
        ctx.set('Cache-Control', (query.v ?? null) === version ? FOR_EVER : FOR_A_MINUTE);
        ctx.set('ETag', `"${digest.slice(0, 32)}"`);
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.set('Content-Security-Policy', POLICY);
        ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
        ctx.status = 200;
        if (ctx.fresh) {
          ctx.status = 304;
          return;
        }
        ctx.type = `image/${encoding}`;
        ctx.body = bytes;
      } catch (error) {
        const answered = asUnavailable(error);
        if (answered !== error) {
          strapi.log.warn(`pictures: ${(error as Error).message}`);
          ctx.set('Cache-Control', 'no-store');
        }
        throw answered;
      }
    }),
  };
};

export default createController;
