import type { AccountFacts } from './readiness';

/** The accounts that may charge for a product: the one that it names, any where it names none that exists. */
export const chargingAccounts = (
  accounts: readonly AccountFacts[],
  named: string,
): readonly AccountFacts[] => {
  const own = accounts.filter(({ account }) => account === named.toLowerCase());
  return own.length > 0 ? own : accounts;
};

/** Those of them that still have to be asked whether they sell it; none where one is known to. */
export const accountsToAsk = (
  accounts: readonly AccountFacts[],
  named: string,
): readonly AccountFacts[] => {
  const charging = chargingAccounts(accounts, named);
  if (charging.some(({ product }) => product === 'sold')) return [];
  return charging.filter(({ product }) => product === 'unknown');
};
