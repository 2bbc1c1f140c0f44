import type { FastlySettings } from '../../settings';
import { sendPurge } from './send-purge';
import type { Target } from './target';

/**
 * Returns the target of a Fastly service:
 * https://www.fastly.com/documentation/reference/api/purging/
 */
export const fastlyTarget = ({ service, token, api, isSoft }: FastlySettings): Target => ({
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
