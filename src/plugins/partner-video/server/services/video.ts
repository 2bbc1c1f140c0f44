import { randomUUID } from 'node:crypto';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { type PartnerChannel, partnerVideoErrors, type WatchRequest } from '../../contract';
import { httpError } from '../../../../platform/http/errors';
import { partnerVideoSettings } from '../../settings';
import { messageOf } from '../message-of';
import { createCatalogueCache } from './catalogue/cache';
import { type Catalogue, readCatalogue } from './catalogue/parse';
import { createOAuthPartner } from './partner/oauth-partner';
import { type Access, type AccessRequest, type Partner, PartnerError } from './partner/partner';
import { createGrantRecords, type GrantRecord } from './grants/records';
import { outcomeOf, outcomeOfFailure } from './grants/states';

/** What is noted of each thing left out; the log is not the place for a whole broken catalogue. */
const LOGGED_AT_MOST = 20;

/** Calls that one access may take: for a token and for the access, and both once more with another token. */
const CALLS = 4;

/** Beyond the longest that the partner is waited for, in seconds: time for a busy process to come round. */
const SLACK = 10;

/** What costs less than the smallest coin is free. */
const SMALLEST_PRICE = 0.01;

/** Whether a price is none, although the catalogue has one. */
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
    { settleAfterSeconds: Math.ceil((CALLS * (settings?.timeoutMs ?? 0)) / 1000) + SLACK },
  );

  const load = async (): Promise<Catalogue> => {
    const entries = await partner.catalogue();
    const catalogue = readCatalogue(entries);
    for (const { what, problems } of catalogue.leftOut.slice(0, LOGGED_AT_MOST)) {
      strapi.log.warn(`partner-video: left out ${what}: ${problems.join('; ')}`);
    }
    if (catalogue.leftOut.length > LOGGED_AT_MOST) {
      strapi.log.warn(`partner-video: left out ${catalogue.leftOut.length} in all`);
    }
    // Then it is the partner that is broken, and the catalogue at hand is better than an empty one.
    if (entries.length > 0 && catalogue.channels.length === 0) {
      throw new PartnerError('catalogue: not one of its entries is right');
    }
    return catalogue;
  };

  const cache = createCatalogueCache(load, {
    onFailure: (error) => {
      strapi.log.warn(`partner-video: catalogue not renewed: ${messageOf(error)}`);
    },
  });

  /** A partner that fails is not our failure: callers learn that they may come back, the log learns why. */
  const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      if (settings !== null) strapi.log.warn(`partner-video: ${error.message}`);
      throw httpError(partnerVideoErrors.PARTNER_UNAVAILABLE, { cause: error });
    }
  };

  /** What the catalogue says of the video; nothing is granted without it, so each record has its price. */
  const find = async ({ productId, videoId, price }: WatchRequest) => {
    const { channels } = await orUnavailable(cache.get());
    const channel = channels.find(({ idChannel }) => idChannel === productId);
    const video = channel?.video.find((one) => one.videoId === videoId);
    if (channel === undefined || video === undefined) {
      throw httpError(partnerVideoErrors.VIDEO_NOT_FOUND);
    }
    if (isGivenAway(price, channel.price)) throw httpError(partnerVideoErrors.PRICE_NOT_ACCEPTED);
    return {
      productTitle: channel.title,
      videoTitle: video.title,
      cataloguePrice: channel.price,
      priceDiffers: price !== channel.price,
    };
  };

  /** Asks the partner for an access that is written down, and completes what is written. */
  const ask = async (request: AccessRequest, record: GrantRecord): Promise<Access> => {
    const access = await partner.grant(request).catch(async (error: unknown) => {
      await record.complete(outcomeOfFailure(error));
      throw error;
    });
    await record.complete(outcomeOf(access));
    if (access === null) throw httpError(partnerVideoErrors.VIDEO_NOT_FOUND);
    return access;
  };

  return {
    /** Every channel of the partner, with signatures that hold. */
    async catalogue(): Promise<PartnerChannel[]> {
      return (await orUnavailable(cache.get())).channels;
    },

    /**
     * Gets one person access to one video; recorded before the partner is asked, and after.
     *
     * @param account documentId of the student who is logged in, where one is
     * @throws ValidationError `PRICE_NOT_ACCEPTED`; NotFoundError `VIDEO_NOT_FOUND`; http-error 503 `PARTNER_UNAVAILABLE`
     */
    async watch(request: WatchRequest, { account }: { account: string | null }) {
      const known = await find(request);
      const { name, surname, email, ...what } = request;
      const accessRequest = { ...what, userId: randomUUID(), user: { name, surname, email } };
      const { user, ...asked } = accessRequest;
      const record = await records.begin({ ...asked, ...user, ...known, account });
      const access = await orUnavailable(ask(accessRequest, record));
      return { userId: accessRequest.userId, videoUrl: access.url };
    },

    close: (): void => {
      records.close();
      partner.close();
    },
  };
};

export type VideoService = ReturnType<typeof createVideoService>;

export const videoOf = ({ strapi }: WithStrapi): VideoService =>
  strapi.plugin('partner-video').service<VideoService>('video');
