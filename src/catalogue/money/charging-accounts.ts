import type { AccountFacts } from '#feature/publishing-rules';

/**
 * Returns the accounts that may charge for a product: the named one, or all if it does not exist.
 */
export const selectChargingAccounts = (
  accounts: readonly AccountFacts[],
  accountName: string,
): readonly AccountFacts[] => {
  const matching = accounts.filter(({ account }) => account === accountName.toLowerCase());
  return matching.length > 0 ? matching : accounts;
};

/**
 * Returns the accounts that must still be queried for the product; none where one is known to sell
 * it.
 */
export const selectAccountsToQuery = (
  accounts: readonly AccountFacts[],
  accountName: string,
): readonly AccountFacts[] => {
  const accountsWithPrices = selectChargingAccounts(accounts, accountName);
  if (accountsWithPrices.some(({ product }) => product === 'sold')) return [];
  return accountsWithPrices.filter(({ product }) => product === 'unknown');
};
