import { singleFlight } from '../../single-flight';
import type { Catalogue } from './parse';

/** Milliseconds for which a catalogue is served without a refresh. */
const FRESH_FOR = 5 * 60_000;

/** Milliseconds before the next attempt after a failed refresh. */
const PAUSE = 5_000;

type CachedCatalogue = { catalogue: Catalogue; renewAt: number };

/**
 * Creates the cache of the catalogue. A stale catalogue is still served while another is fetched,
 * but never one with an expired signature.
 *
 * @param onFailure called after a failed background refresh while the cached catalogue is still
 * valid
 */
export const createCatalogueCache = (
  load: () => Promise<Catalogue>,
  { onFailure }: { onFailure: (error: unknown) => void },
) => {
  let held: CachedCatalogue | undefined;

  const renew = singleFlight(async () => {
    const catalogue = await load();
    const now = Date.now();
    // Refreshes at half of the signatures' lifetime at the latest, so that short-lived ones do not
    // expire.
    const halfway = now + (catalogue.endsAt - now) / 2;
    held = { catalogue, renewAt: Math.min(now + FRESH_FOR, halfway) };
    return catalogue;
  });

  const renewBehind = (stale: CachedCatalogue): void => {
    stale.renewAt = Date.now() + PAUSE;
    renew().catch(onFailure);
  };

  return {
    get: async (): Promise<Catalogue> => {
      const now = Date.now();
      if (held === undefined || held.catalogue.endsAt <= now) return renew();
      if (held.renewAt <= now) renewBehind(held);
      return held.catalogue;
    },
  };
};
