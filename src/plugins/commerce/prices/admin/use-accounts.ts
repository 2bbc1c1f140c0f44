import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

/** Returns the names of the payment accounts; undefined while they load. */
export const useAccounts = (): readonly string[] | undefined => {
  const { get } = useFetchClient();
  const [accounts, setAccounts] = useState<readonly string[]>();
  useEffect(() => {
    const controller = new AbortController();
    get<{ data: { accounts: { account: string }[] } }>('/prices/accounts', {
      signal: controller.signal,
    }).then(
      ({ data }) => setAccounts(data.data.accounts.map(({ account }) => account)),
      // The stored account is still shown, and the server validates it.
      () => undefined,
    );
    return () => controller.abort();
  }, [get]);
  return accounts;
};
