import type { DependencyIndex } from './invalidation/dependency-index';
import type { Moment } from './invalidation/journal';
import type { Dependencies } from './invalidation/keys';

type Flight<T> = { since: Moment; made: Promise<T> };

/**
 * Has those who want the same thing at the same time wait for one making of it. What somebody is given
 * began to be made after they asked, or has not changed between.
 */
export const createFlights = <T>(
  index: Pick<DependencyIndex, 'now' | 'isOvertaken'>,
  dependenciesOf: (made: T) => Dependencies,
) => {
  const flights = new Map<string, Flight<T>>();

  const begin = (key: string, make: (since: Moment) => Promise<T>): Promise<T> => {
    const since = index.now();
    const flight: Flight<T> = {
      since,
      made: make(since).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.made;
  };

  return {
    async join(key: string, make: (since: Moment) => Promise<T>): Promise<T> {
      const asked = index.now();
      for (;;) {
        const flying = flights.get(key);
        if (flying === undefined) return begin(key, make);
        const made = await flying.made;
        if (flying.since >= asked || !index.isOvertaken(dependenciesOf(made), flying.since)) {
          return made;
        }
      }
    },
  };
};
