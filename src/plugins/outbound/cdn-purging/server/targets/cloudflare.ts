import type { CloudflareSettings } from '../../settings';
import { sendPurge } from './send-purge';
import type { Target } from './target';

const TAGS_PER_REQUEST = 100;

/**
 * Returns the target of a Cloudflare zone:
 * https://developers.cloudflare.com/cache/how-to/purge-cache/
 */
export const cloudflareTarget = ({ zone, token, api, perMinute }: CloudflareSettings): Target => ({
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
