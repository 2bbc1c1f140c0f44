import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Entry, Facts } from '../../../../feature/readiness';
import type { Currencies } from '../currencies';
import type { Shown } from '../slots';
import type { UniqueTexts } from '../unique-texts';

/** How a payment account answers. */
export type AccountState = { account: string; heardAt: string | null; silentSince: string | null };

/** What the server knows that a form does not hold. */
export type Known = {
  /** The documents behind the entry's stored relations. */
  stored: Entry | null;
  facts: Facts;
  currencies: Currencies;
  accounts: readonly AccountState[];
};

export type FactsQuery = {
  documentId: string | null;
  locale: string | null;
  payID: string;
  texts: UniqueTexts;
  shown: readonly Shown[];
  /** Links to entries. */
  links: readonly string[];
};

/** `failed`: the server could not be asked. */
export type KnownState = Known | 'failed' | undefined;

/**
 * Asks the server what rules need to know besides the form; undefined while that is on its way.
 *
 * @param version changes when it has to be asked anew although the query is the same
 */
export const useKnown = (model: string, query: FactsQuery, version: unknown): KnownState => {
  const { post } = useFetchClient();
  const [known, setKnown] = useState<KnownState>();
  const body = JSON.stringify(query);
  const entry = `${model} ${query.documentId ?? ''} ${query.locale ?? ''}`;
  // What is known of another entry says nothing of this one.
  useEffect(() => setKnown(undefined), [entry]);
  useEffect(() => {
    const controller = new AbortController();
    post<{ data: Known | null }>(`/readiness/facts/${model}`, JSON.parse(body), {
      signal: controller.signal,
    }).then(
      ({ data }) => {
        if (!controller.signal.aborted) setKnown(data.data ?? 'failed');
      },
      () => {
        if (!controller.signal.aborted) setKnown('failed');
      },
    );
    return () => controller.abort();
  }, [post, model, body, version]);
  return known;
};
