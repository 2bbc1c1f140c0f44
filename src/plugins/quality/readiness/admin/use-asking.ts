import { useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { accountsToAsk } from '../../../../feature/charging-accounts';
import type { KnownState } from './facts';
import { useSettled } from './use-settled';

/** Names of products are typed or pasted; each question costs a call to the provider. */
const TYPING = 900;

type Named = { payID: string | undefined; account: string };

/**
 * Has payment providers asked about the form's product where nothing is known of it, once it is not typed any
 * more: otherwise the form would call ready what is refused when it is published.
 *
 * @returns whether the answer is still to come
 */
export const useAsking = (
  model: string,
  { payID = '', account }: Named,
  known: KnownState,
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
  const settled = useSettled(open, TYPING);

  useEffect(() => {
    if (settled === '' || settled !== open || asked.current.has(settled)) return;
    asked.current.add(settled);
    setPending(settled);
    const done = (): void => {
      setPending(undefined);
      onAnswered();
    };
    // What cannot be asked now is asked when it is published.
    post(`/prices/compare/${model}`, { payID }).then(done, done);
  }, [settled, open, post, model, payID, onAnswered]);

  return isOpen && (pending === open || !asked.current.has(open));
};
