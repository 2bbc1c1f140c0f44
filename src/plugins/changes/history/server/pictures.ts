import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import type { State } from '../changes';

type File = {
  id: number;
  name: string;
  url: string;
  formats: { thumbnail?: { url?: string } } | null;
};

export type Picture = { id: number; name: string; thumbnail: string };

const FILES = 'plugin::upload.file';

/** Returns the ids of all files in a value. */
const fileIdsIn = (value: unknown): readonly number[] => {
  if (Array.isArray(value)) return value.flatMap(fileIdsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, name, ...rest } = value as State;
  if (typeof id === 'number' && typeof name === 'string' && Object.keys(rest).length === 0) {
    return [id];
  }
  return Object.values(value).flatMap(fileIdsIn);
};

/** Returns the existing pictures of states with their thumbnails. */
export const picturesIn = async (
  { strapi }: WithStrapi,
  states: readonly State[],
): Promise<readonly Picture[]> => {
  const ids = [...new Set(fileIdsIn(states))];
  if (ids.length === 0) return [];
  const files = await tableOf<File>({ strapi }, FILES).findMany({ where: { id: { $in: ids } } });
  return files.map(({ id, name, url, formats }) => ({
    id,
    name,
    thumbnail: formats?.thumbnail?.url ?? url,
  }));
};
