import { sendPurge } from './send-purge';
import type { Target } from './target';

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
