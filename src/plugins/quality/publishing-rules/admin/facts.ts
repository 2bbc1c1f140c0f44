import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Entry, Facts } from '../../../../feature/publishing-rules';
import type { Currencies } from '../currencies';
import type { ShownDocument } from '../shown-documents';
import type { UniqueTexts } from '../unique-texts';

/** Availability of a payment account. */
export type AccountState = { account: string; heardAt: string | null; silentSince: string | null };

/** Facts of the server that a form does not hold. */
export type Known = {
  /** Documents behind the entry's stored relations. */
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
  shown: readonly ShownDocument[];
  /** Links to entries. */
  links: readonly string[];
};

/** `failed`: the request failed. */
export type FactsState = Known | 'failed' | undefined;

/**
 * Requests the facts that rules need besides the form; undefined while the request is pending.
 *
 * @param version changes when the same query must be repeated
 */
export const useFacts = (model: string, query: FactsQuery, version: unknown): FactsState => {
  const { post } = useFetchClient();
  const [known, setKnown] = useState<FactsState>();
  const body = JSON.stringify(query);
  const entry = `${model} ${query.documentId ?? ''} ${query.locale ?? ''}`;
  // Facts of another entry do not apply to this one.
  useEffect(() => setKnown(undefined), [entry]);
  useEffect(() => {
    const controller = new AbortController();
    post<{ data: Known | null }>(`/publishing-rules/facts/${model}`, JSON.parse(body), {
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
