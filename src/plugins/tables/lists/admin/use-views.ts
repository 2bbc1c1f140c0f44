import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Views } from '../lists';

type NewView = { name: string; query: string; role: number | null };

/** Loads the user's views of a list; null while loading. */
export const useViews = (model: string) => {
  const { get, post, put, del } = useFetchClient();
  const [found, setFound] = useState<Views | null>(null);
  const address = `/lists/${model}/views`;

  useEffect(() => {
    let isGone = false;
    get<{ data: Views }>(address).then(
      ({ data }) => {
        if (!isGone) setFound(data.data);
      },
      // The list works without views.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, address]);

  return {
    found,
    keep: async (view: NewView): Promise<void> => {
      const { data } = await post<{ data: Views }>(address, view);
      setFound(data.data);
    },
    rename: async (id: string, name: string): Promise<void> => {
      const { data } = await put<{ data: Views }>(`${address}/${id}`, { name });
      setFound(data.data);
    },
    remove: async (id: string): Promise<void> => {
      const { data } = await del<{ data: Views }>(`${address}/${id}`);
      setFound(data.data);
    },
  };
};
