import type { DeliverySettings } from '../settings';

/**
 * How long browsers and shared caches may use an answer.
 *
 * @param seconds how long the addresses in it work; Infinity where they do not end
 */
export const cacheControl = (
  { maxAge, sharedMaxAge, staleWhileRevalidate }: DeliverySettings,
  seconds: number,
): string => {
  const within = (wanted: number): number => Math.max(0, Math.min(wanted, Math.floor(seconds)));
  const stale = within(seconds === Infinity ? staleWhileRevalidate : 0);
  return [
    'public',
    `max-age=${within(maxAge)}`,
    `s-maxage=${within(sharedMaxAge)}`,
    ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : ['must-revalidate']),
  ].join(', ');
};
