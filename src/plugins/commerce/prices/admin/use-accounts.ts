import { useLoaded } from '../../../../platform/admin/use-loaded';

/** Returns the names of the payment accounts; undefined while they load. */
export const useAccounts = (): readonly string[] | undefined => {
  // The stored account is still shown, and the server validates it.
  const { data } = useLoaded<{ accounts: { account: string }[] }>('/prices/accounts', {
    isOptional: true,
  });
  return data?.accounts.map(({ account }) => account);
};
