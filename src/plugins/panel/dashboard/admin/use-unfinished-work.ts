import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Works } from '../unfinished-work';

/** Request shared by the widgets of the home page. A later visit sends a new one. */
let asked: Promise<Works> | null = null;

/** Requests the user's work: `undefined` while loading, `null` if the request failed. */
export const useUnfinishedWork = (): Works | null | undefined => {
  const { get } = useFetchClient();
  const [works, setWorks] = useState<Works | null>();
  useEffect(() => {
    let isGone = false;
    const asking = (asked ??= get<{ data: Works }>('/dashboard/work').then(
      ({ data }) => data.data,
    ));
    asking
      .then(
        (found) => {
          if (!isGone) setWorks(found);
        },
        () => {
          if (!isGone) setWorks(null);
        },
      )
      .finally(() => {
        if (asked === asking) asked = null;
      });
    return () => {
      isGone = true;
    };
  }, [get]);
  return works;
};
