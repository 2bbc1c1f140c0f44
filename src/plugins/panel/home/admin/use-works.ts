import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Works } from '../work';

/** The widgets of one home page ask together; a later visit asks anew. */
let asked: Promise<Works> | null = null;

/** The work of whoever is signed in: `undefined` until it is known, `null` where it could not be asked for. */
export const useWorks = (): Works | null | undefined => {
  const { get } = useFetchClient();
  const [works, setWorks] = useState<Works | null>();
  useEffect(() => {
    let isGone = false;
    const asking = (asked ??= get<{ data: Works }>('/home/work').then(({ data }) => data.data));
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
