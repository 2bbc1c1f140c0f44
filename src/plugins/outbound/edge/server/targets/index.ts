import type { EdgeSettings } from '../../settings';
import { cloudflareTarget } from './cloudflare';
import { fastlyTarget } from './fastly';
import type { Target } from './target';
import { varnishTarget } from './varnish';

/** Everything that is told, as the settings name it. */
export const targetsOf = ({ varnish, fastly, cloudflare }: EdgeSettings): readonly Target[] => [
  ...varnish.map(varnishTarget),
  ...(fastly === null ? [] : [fastlyTarget(fastly)]),
  ...(cloudflare === null ? [] : [cloudflareTarget(cloudflare)]),
];
