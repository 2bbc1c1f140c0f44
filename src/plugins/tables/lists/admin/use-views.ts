import { useFetchClient } from '@strapi/strapi/admin';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { Views } from '../lists';

type NewView = { name: string; query: string; role: number | null };

/** Returns the part of a list's query that a view saves: all but the page. */
export const savedQuery = (search: string): string => {
  const query = new URLSearchParams(search);
  query.delete('page');
  return query.toString();
};

/** Loads the user's views of a list; null while loading. */
export const useViews = (model: string) => {
  const { post, put, del } = useFetchClient();
  const address = `/lists/${model}/views`;
  const { data: found = null, setData } = useLoaded<Views>(address, { isOptional: true });

  return {
    found,
    keep: async (view: NewView): Promise<void> => {
      const { data } = await post<{ data: Views }>(address, view);
      setData(data.data);
    },
    rename: async (id: string, name: string): Promise<void> => {
      const { data } = await put<{ data: Views }>(`${address}/${id}`, { name });
      setData(data.data);
    },
    remove: async (id: string): Promise<void> => {
      const { data } = await del<{ data: Views }>(`${address}/${id}`);
      setData(data.data);
    },
  };
};
