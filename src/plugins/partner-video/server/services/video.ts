import { randomUUID } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type PartnerChannel, partnerVideoErrors, type WatchRequest } from '../../contract';
import { createHttpError } from '#platform/http/errors';
import { partnerVideoSettings } from '../../settings';
import {
  type Access,
  type AccessRequest,
  formatErrorMessage,
  type Partner,
  PartnerError,
} from './partner/partner';
import { createCatalogueCache, type Catalogue, readCatalogue } from './catalogue';
import { createOAuthPartner } from './partner/oauth-partner';
import { createGrantRecords, type GrantRecord, toOutcome, toFailureOutcome } from './grant-records';

/** Maximum number of omitted entries to log, so that a broken catalogue does not fill the log. */
const LOGGED_AT_MOST = 20;

/**
 * Maximum number of calls for one access: for a token and for the access, both repeated once with a
 * new token.
 */
const CALLS = 4;

/** Seconds added to the longest wait for the partner, for a busy process. */
const EXTRA_WAIT_SECONDS = 10;

/** A price below the smallest coin counts as free. */
const SMALLEST_PRICE = 0.01;

/** Returns true if the price is zero although the catalogue has one. */
const isGivenAway = (price: number, cataloguePrice: number): boolean =>
  price < SMALLEST_PRICE && price < cataloguePrice;

const noPartner: Partner = {
  catalogue: () => Promise.reject(new PartnerError('no partner is configured')),
  grant: () => Promise.reject(new PartnerError('no partner is configured')),
  close: () => undefined,
};

export const createVideoService = ({ strapi }: WithStrapi) => {
  const { partner: settings } = partnerVideoSettings.of({ strapi });
  const partner = settings === null ? noPartner : createOAuthPartner(settings);
  const records = createGrantRecords(
    { strapi },
    {
      settleAfterSeconds:
        Math.ceil((CALLS * (settings?.timeoutMs ?? 0)) / 1000) + EXTRA_WAIT_SECONDS,
    },
  );

  const load = async (): Promise<Catalogue> => {
    const entries = await partner.catalogue();
    const catalogue = readCatalogue(entries);
    for (const { name, problems } of catalogue.leftOut.slice(0, LOGGED_AT_MOST)) {
      strapi.log.warn(`partner-video: skipped ${name}: ${problems.join('; ')}`);
    }
    if (catalogue.leftOut.length > LOGGED_AT_MOST) {
      strapi.log.warn(`partner-video: skipped ${catalogue.leftOut.length} entries in total`);
    }
    // Every entry is invalid, so the partner is broken. The cached catalogue is better than an
    // empty one.
    if (entries.length > 0 && catalogue.channels.length === 0) {
      throw new PartnerError('catalogue: no entry is valid');
    }
    return catalogue;
  };

  const cache = createCatalogueCache(load, {
    onFailure: (error) => {
      strapi.log.warn(
        `partner-video: the catalogue was not refreshed: ${formatErrorMessage(error)}`,
      );
    },
  });

  /** Maps partner errors to 503, so that callers can retry, and logs the cause. */
  const mapPartnerErrors = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      if (settings !== null) strapi.log.warn(`partner-video: ${error.message}`);
      throw createHttpError(partnerVideoErrors.PARTNER_UNAVAILABLE, { cause: error });
    }
  };

  /**
   * Returns the catalogue data of the video. Nothing is granted without it, so each record has its
   * catalogue price.
   */
  const find = async ({ productId, videoId, price }: WatchRequest) => {
    const { channels } = await mapPartnerErrors(cache.get());
    const channel = channels.find(({ idChannel }) => idChannel === productId);
    const video = channel?.video.find((item) => item.videoId === videoId);
    if (channel === undefined || video === undefined) {
      throw createHttpError(partnerVideoErrors.VIDEO_NOT_FOUND);
    }
    if (isGivenAway(price, channel.price))
      throw createHttpError(partnerVideoErrors.PRICE_NOT_ACCEPTED);
    return {
      productTitle: channel.title,
      videoTitle: video.title,
      cataloguePrice: channel.price,
      priceDiffers: price !== channel.price,
    };
  };

  /** Requests a recorded access from the partner, and completes the record. */
  const ask = async (request: AccessRequest, record: GrantRecord): Promise<Access> => {
    const access = await partner.grant(request).catch(async (error: unknown) => {
      await record.complete(toFailureOutcome(error));
      throw error;
    });
    await record.complete(toOutcome(access));
    if (access === null) throw createHttpError(partnerVideoErrors.VIDEO_NOT_FOUND);
    return access;
  };

  return {
    /** Returns every channel of the partner, with valid signatures. */
    async catalogue(): Promise<PartnerChannel[]> {
      return (await mapPartnerErrors(cache.get())).channels;
    },

    /**
     * Grants one person access to one video. It is recorded before the call to the partner and
     * completed after it.
     *
     * @param account documentId of the student who is logged in; null if there is none
     * @throws ValidationError `PRICE_NOT_ACCEPTED`; NotFoundError `VIDEO_NOT_FOUND`; http-error 503
     * `PARTNER_UNAVAILABLE`
     */
    async watch(request: WatchRequest, { account }: { account: string | null }) {
      const video = await find(request);
      const { name, surname, email, ...watched } = request;
      const accessRequest = { ...watched, userId: randomUUID(), user: { name, surname, email } };
      const { user, ...requestedAccess } = accessRequest;
      const record = await records.begin({ ...requestedAccess, ...user, ...video, account });
      const access = await mapPartnerErrors(ask(accessRequest, record));
      return { userId: accessRequest.userId, videoUrl: access.url };
    },

    close: (): void => {
      records.close();
      partner.close();
    },
  };
};

export type VideoService = ReturnType<typeof createVideoService>;

export const getVideoService = ({ strapi }: WithStrapi): VideoService =>
  strapi.plugin('partner-video').service<VideoService>('video');
