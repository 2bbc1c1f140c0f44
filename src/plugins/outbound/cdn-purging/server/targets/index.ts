import type { CdnPurgingSettings, CloudflareSettings, FastlySettings } from '../../settings';
import type { Target } from './target';
import { sendPurge } from './send-purge';

/**
 * Returns the target of a Varnish server with vmod_xkey. Its VCL purges the keys in the header
 * `xkey` of a `PURGE` request. Varnish accepts headers of at most 8,192 bytes by default.
 */
export const varnishTarget = (origin: string): Target => ({
  name: `varnish.${new URL(origin).host.replace(/[^\w.-]/g, '-')}`,
  tagsPerRequest: 400,
  mostTags: 4_000,
  purge: (tags) =>
    sendPurge({ url: `${origin}/`, method: 'PURGE', headers: { xkey: tags.join(' ') } }),
});

/**
 * Returns the target of a Fastly service:
 * https://www.fastly.com/documentation/reference/api/purging/
 */
const fastlyTarget = ({ service, token, api, isSoft }: FastlySettings): Target => ({
  name: `fastly.${service}`,
  tagsPerRequest: 256,
  mostTags: 4_000,
  purge: (tags) =>
    sendPurge({
      url: `${api}/service/${service}/purge`,
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Fastly-Key': token,
        ...(isSoft && { 'Fastly-Soft-Purge': '1' }),
      },
      body: { surrogate_keys: tags },
    }),
});

const TAGS_PER_REQUEST = 100;

/**
 * Returns the target of a Cloudflare zone:
 * https://developers.cloudflare.com/cache/how-to/purge-cache/
 */
const cloudflareTarget = ({ zone, token, api, perMinute }: CloudflareSettings): Target => ({
  name: `cloudflare.${zone}`,
  tagsPerRequest: TAGS_PER_REQUEST,
  // More tags would wait longer than a minute.
  mostTags: TAGS_PER_REQUEST * perMinute,
  limit: { name: 'edge-cloudflare', points: perMinute, seconds: 60 },
  purge: (tags) =>
    sendPurge({
      url: `${api}/zones/${zone}/purge_cache`,
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: { tags },
    }),
});

/** Returns the targets of all caches in the settings. */
export const targetsOf = ({
  varnish,
  fastly,
  cloudflare,
}: CdnPurgingSettings): readonly Target[] => [
  ...varnish.map(varnishTarget),
  ...(fastly === null ? [] : [fastlyTarget(fastly)]),
  ...(cloudflare === null ? [] : [cloudflareTarget(cloudflare)]),
];
