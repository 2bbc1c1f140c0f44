import { ALL, tagOf } from '#delivery/http-cache/tags';
import type { Received, StandIn } from '../support/stand-in';

/** Returns unused document keys. */
export const keysOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

export const tagsOf = (keys: readonly string[]): string[] => keys.map(tagOf).sort();

/** Returns the tags of a purge request in any format. */
export const tagsIn = ({ headers, body }: Received): string[] => {
  if (headers.xkey !== undefined) return headers.xkey.split(' ');
  const { tags, surrogate_keys: keys } = JSON.parse(body) as {
    tags?: string[];
    surrogate_keys?: string[];
  };
  return tags ?? keys ?? [];
};

const acceptedOf = (requests: readonly Received[]): Received[] =>
  requests.filter(({ isRefused }) => isRefused !== true);

/** Returns how often each tag was purged. */
export const countsOf = async (target: StandIn): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const tag of acceptedOf(await target.received()).flatMap(tagsIn)) {
    counts[tag] = (counts[tag] ?? 0) + 1;
  }
  return counts;
};

/** Returns whether each key, or everything, was purged at least this many times. */
export const isPurged =
  (keys: readonly string[], times: number) =>
  (counts: Record<string, number>): boolean =>
    [...tagsOf(keys)].every((tag) => (counts[tag] ?? 0) + (counts[ALL] ?? 0) >= times);
