import type { CdnPurgingSettings } from '../../settings';
import { cloudflareTarget } from './cloudflare';
import { fastlyTarget } from './fastly';
import type { Target } from './target';
import { varnishTarget } from './varnish';

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
