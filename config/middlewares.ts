import { constants } from 'node:zlib';
import type { Context } from 'koa';
import { readSettings } from '#index';
import { allowedHeaders, exposedHeaders, PREFLIGHT_SECONDS } from '#platform/http/public-reads';
import { serverSettings, type ServerSettings } from '#platform/settings/server';
import { uploadSettings, type UploadSettings } from '#platform/storage/settings';

/** Returns the origins, besides the service itself, from which browsers may load media. */
const listMediaOrigins = (upload: UploadSettings): string[] => {
  if (upload.provider === 'local') return upload.mediaUrl === null ? [] : [upload.mediaUrl];
  const { bucket, region, endpoint, baseUrl } = upload.s3;
  // The bucket's own URL stays allowed: files that were stored before keep theirs.
  const bucketOrigins =
    endpoint === null
      ? [`https://${bucket}.s3.${region}.amazonaws.com`, `https://s3.${region}.amazonaws.com`]
      : [new URL(endpoint).origin];
  return baseUrl === null ? bucketOrigins : [new URL(baseUrl).origin, ...bucketOrigins];
};

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const resolveAllowedOrigins =
  ({ corsOrigins, allowsLoopbackOrigins }: ServerSettings) =>
  (ctx: Context): string[] => {
    const origin = ctx.get('Origin');
    return allowsLoopbackOrigins && loopback.test(origin)
      ? [...corsOrigins, origin]
      : [...corsOrigins];
  };

/** The HTTP pipeline: the middlewares of every request, from the outermost to the router. */
export default () => {
  const settings = readSettings(process.env);
  const [server, upload] = [settings.of(serverSettings), settings.of(uploadSettings)];
  const media = ["'self'", 'data:', 'blob:', ...listMediaOrigins(upload)];
  return [
    // Observes requests. Errors in these middlewares get no response.
    'global::measure-requests',
    'global::malformed-address',
    'global::trace-requests',

    // Sets the version of entries in Strapi's own API.
    'global::entity-tags',

    // Identifies and logs requests.
    'global::request-id',
    'global::caller-address',
    'strapi::logger',
    'global::close-unread-requests',
    {
      name: 'strapi::compression',
      config: {
        filter: (type: string) => type === 'application/json',
        br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
        deflate: false,
      },
    },
    'global::panel-responses',

    // Turns errors into responses.
    'global::error-responses',
    'strapi::errors',
    'global::client-errors',
    'global::database-unavailable',

    // Sets headers for browsers.
    {
      name: 'strapi::security',
      config: {
        hsts: { maxAge: 31_536_000, includeSubDomains: server.hasHstsForSubdomains },
        contentSecurityPolicy: {
          useDefaults: true,
          directives: {
            'connect-src': ["'self'", 'https:'],
            'img-src': [...media, 'https://market-assets.strapi.io'],
            'media-src': media,
            upgradeInsecureRequests: null,
          },
        },
      },
    },
    {
      name: 'strapi::cors',
      config: {
        origin: resolveAllowedOrigins(server),
        // Callers send a token. The only cookie is the admin panel's, which has the service's own
        // origin.
        credentials: false,
        headers: allowedHeaders,
        expose: exposedHeaders,
        maxAge: PREFLIGHT_SECONDS,
        keepHeadersOnError: true,
      },
    },
    'global::public-reads',

    // Answers requests without the router.
    'global::visitor-address',
    'global::media-files',
    'global::drafts',

    // Reads and limits the content of requests.
    'strapi::query',
    'global::query-limits',
    'global::multipart',
    'global::body',
    // Strapi does not start without it; `global::body` has read the body.
    {
      name: 'strapi::body',
      config: { json: false, urlencoded: false, text: false, multipart: false },
    },
    'global::strapi-handlers',
    'strapi::session',
    'strapi::favicon',
    'strapi::public',

    // Limits attempts to log in to the panel.
    'global::panel-logins',

    // Records requests of administrators, in the transaction of their writes.
    'global::record-audited-requests',
  ];
};
