import * as React from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

/**
 * Returns why the signed-in user may not change an entry, in their language. Returns null if they
 * may, or while it is not known.
 */
export const useRefusal = (address: string | null): string | null => {
  const { get } = useFetchClient();
  const [refusal, setRefusal] = React.useState<string | null>(null);
  React.useEffect(() => {
    let isLeft = false;
    setRefusal(null);
    if (address !== null) {
      get<{ data: { refusal: string | null } }>(address)
        .then(({ data }) => {
          if (!isLeft) setRefusal(data.data.refusal);
        })
        // Saving reports the same error.
        .catch(() => undefined);
    }
    return () => {
      isLeft = true;
    };
  }, [get, address]);
  return refusal;
};
