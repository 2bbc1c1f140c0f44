import { ask } from './ask';
import type { Target } from './target';

/**
 * A Varnish server with vmod_xkey, whose VCL drops what the header `xkey` of a `PURGE` request names. Its
 * headers have 8,192 bytes at most unless it is told otherwise.
 */
export const varnishTarget = (origin: string): Target => ({
  name: `varnish.${new URL(origin).host.replace(/[^\w.-]/g, '-')}`,
  tagsPerRequest: 400,
  mostTags: 4_000,
  purge: (tags) => ask({ url: `${origin}/`, method: 'PURGE', headers: { xkey: tags.join(' ') } }),
});
