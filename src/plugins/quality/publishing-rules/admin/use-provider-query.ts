import { useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { accountsToAsk } from '../../../../catalogue/money/charging-accounts';
import type { FactsState } from './facts';
import { useDebounced } from '../../../../platform/admin/use-debounced';

/**
 * Delay in milliseconds before a query. Product ids are typed or pasted, and each query costs a
 * call to the provider.
 */
const TYPING = 900;

type Named = { payID: string | undefined; account: string };

/**
 * Queries payment providers about the form's product if it is unknown and no longer being typed.
 * Otherwise the form would call an entry ready that the server refuses to publish.
 *
 * @returns whether an answer is pending
 */
export const useProviderQuery = (
  model: string,
  { payID = '', account }: Named,
  known: FactsState,
  onAnswered: () => void,
): boolean => {
  const { post } = useFetchClient();
  const asked = useRef(new Set<string>());
  const [pending, setPending] = useState<string>();
  const isOpen =
    payID !== '' &&
    typeof known === 'object' &&
    accountsToAsk(known.facts.accounts, account).length > 0;
  const open = isOpen ? `${account} ${payID}` : '';
  const settled = useDebounced(open, TYPING);

  useEffect(() => {
    if (settled === '' || settled !== open || asked.current.has(settled)) return;
    asked.current.add(settled);
    setPending(settled);
    const done = (): void => {
      setPending(undefined);
      onAnswered();
    };
    // A failed query is repeated when the entry is published.
    post(`/prices/compare/${model}`, { payID }).then(done, done);
  }, [settled, open, post, model, payID, onAnswered]);

  return isOpen && (pending === open || !asked.current.has(open));
};
