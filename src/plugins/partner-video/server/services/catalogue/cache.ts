import { singleFlight } from '../../single-flight';
import type { Catalogue } from './parse';

/** How long a catalogue is handed out without asking for another. */
const FRESH_FOR = 5 * 60_000;

/** How long to leave the partner alone after it could not renew the catalogue. */
const PAUSE = 5_000;

type Held = { catalogue: Catalogue; renewAt: number };

/**
 * Keeps the catalogue. While it is fresh nobody is asked; once it is not, the one at hand is still handed
 * out while another is fetched, but never one in which a signature has ended.
 *
 * @param onFailure hears of renewals that failed behind a catalogue still good to hand out
 */
export const createCatalogueCache = (
  load: () => Promise<Catalogue>,
  { onFailure }: { onFailure: (error: unknown) => void },
) => {
  let held: Held | undefined;

  const renew = singleFlight(async () => {
    const catalogue = await load();
    const now = Date.now();
    // Renewed halfway at the latest, so that those signed for a short while are not missed.
    const halfway = now + (catalogue.endsAt - now) / 2;
    held = { catalogue, renewAt: Math.min(now + FRESH_FOR, halfway) };
    return catalogue;
  });

  const renewBehind = (stale: Held): void => {
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
