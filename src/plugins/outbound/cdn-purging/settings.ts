import { z } from '@strapi/utils';
import { tagHeaders, type TagHeader } from '#delivery/http-cache/tags';
import {
  flag,
  list,
  defineSettingsSection,
  text,
  webAddress,
  webOrigin,
  wholeNumber,
} from '#platform/settings/section';

export type FastlySettings = { service: string; token: string; api: string; isSoft: boolean };

export type CloudflareSettings = {
  zone: string;
  token: string;
  api: string;
  /** Requests a minute that the zone's plan allows. */
  perMinute: number;
};

export type CdnPurgingSettings = {
  /** Origins of Varnish servers. */
  varnish: readonly string[];
  fastly: FastlySettings | null;
  cloudflare: CloudflareSettings | null;
  /** Seconds until tags are purged a second time; 0 for never. */
  repeatSeconds: number;
};

/** Value that becomes part of a URL or a header. */
const word = text.regex(/^[\w.-]+$/, 'must consist of letters, digits, dots, - and _');

const origins = list
  .refine(
    (values) => values.length > 0 && values.every((value) => webOrigin.safeParse(value).success),
    'must be origins like http://10.0.0.5:6081, separated by commas',
  )
  .transform((values) => values.map((value) => new URL(value).origin));

const secret = text.regex(/^[\x21-\x7e]+$/, 'must not contain spaces');

/** Header with the tags of a response for each kind of cache, by its variable. */
const headersOf: Readonly<Record<string, TagHeader>> = {
  EDGE_VARNISH: 'xkey',
  EDGE_FASTLY_SERVICE: 'surrogate-key',
  EDGE_CLOUDFLARE_ZONE: 'cache-tag',
};

/** Caches in front of the service that purge stale responses. Without any, no purges are sent. */
export const cdnPurgingSettings = defineSettingsSection<CdnPurgingSettings>(
  'edge',
  ({ variables }) => {
    const configuredNames = list
      .parse(variables.DELIVERY_TAG_HEADERS ?? '')
      .map((name) => name.toLowerCase());
    /**
     * Rejects a target whose header is switched off: purges of tags that no response carries would
     * seem to work.
     */
    const requireTagHeader = <T extends z.ZodType>(variable: string, schema: T) => {
      const header = headersOf[variable] ?? 'xkey';
      const { name } = tagHeaders[header];
      return schema.refine(
        () => configuredNames.includes(header),
        `requires responses with the header ${name}: add it to DELIVERY_TAG_HEADERS`,
      );
    };
    /** Rejects a token without its target, which would look like a configured purge. */
    const createTokenSchema = (variable: string) =>
      variables[variable] === undefined
        ? secret.refine(() => false, `has no effect without ${variable}`).optional()
        : secret;
    return z
      .object({
        EDGE_VARNISH: requireTagHeader('EDGE_VARNISH', origins).optional(),
        EDGE_FASTLY_SERVICE: requireTagHeader('EDGE_FASTLY_SERVICE', word).optional(),
        EDGE_FASTLY_TOKEN: createTokenSchema('EDGE_FASTLY_SERVICE'),
        EDGE_FASTLY_SOFT: flag.default(false),
        EDGE_FASTLY_API: webAddress.default('https://api.fastly.com'),
        EDGE_CLOUDFLARE_ZONE: requireTagHeader('EDGE_CLOUDFLARE_ZONE', word).optional(),
        EDGE_CLOUDFLARE_TOKEN: createTokenSchema('EDGE_CLOUDFLARE_ZONE'),
        EDGE_CLOUDFLARE_PER_MINUTE: wholeNumber(1, 3000).default(5),
        EDGE_CLOUDFLARE_API: webAddress.default('https://api.cloudflare.com/client/v4'),
        EDGE_REPEAT_SECONDS: text
          .regex(/^\d{1,2}(?:\.\d+)?$/, 'must be seconds like 1.2, below 100')
          .transform(Number)
          .refine(
            (seconds) => seconds === 0 || seconds > 1,
            'must be 0, or more than the second that a response may take to reach a cache',
          )
          .default(1.2),
      })
      .transform((env) => ({
        varnish: env.EDGE_VARNISH ?? [],
        fastly:
          env.EDGE_FASTLY_SERVICE === undefined
            ? null
            : {
                service: env.EDGE_FASTLY_SERVICE,
                token: env.EDGE_FASTLY_TOKEN ?? '',
                api: env.EDGE_FASTLY_API,
                isSoft: env.EDGE_FASTLY_SOFT,
              },
        cloudflare:
          env.EDGE_CLOUDFLARE_ZONE === undefined
            ? null
            : {
                zone: env.EDGE_CLOUDFLARE_ZONE,
                token: env.EDGE_CLOUDFLARE_TOKEN ?? '',
                api: env.EDGE_CLOUDFLARE_API,
                perMinute: env.EDGE_CLOUDFLARE_PER_MINUTE,
              },
        repeatSeconds: env.EDGE_REPEAT_SECONDS,
      }));
  },
);
