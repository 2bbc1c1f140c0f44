import { usePanelLocale } from '#platform/admin/named-languages';
import { useMemo, useEffect, useState } from 'react';
import { useForm, useFetchClient } from '@strapi/strapi/admin';
import { getText } from '#catalogue/entry-values';
import { findLinks } from '#feature/link-reference';
import type { AccountState } from '#feature/payment-products';
import type { Entry, Facts } from '#feature/publishing-rules';
import {
  getEntryCurrencies,
  findShownDocuments,
  type ShownDocument,
  UNIQUE_TEXTS,
  type Currencies,
  type UniqueTexts,
} from '../facts';
import { evaluate, type Finding } from '../evaluate';
import { convertFormToEntry } from '../form-entry';
import { findRules, useShapes } from './rules';
import { useDebounced } from '#platform/admin/use-debounced';

/** Facts of the server that a form does not hold. */
export type ServerFacts = {
  /** Documents behind the entry's stored relations. */
  stored: Entry | null;
  facts: Facts;
  currencies: Currencies;
  accounts: readonly AccountState[];
};

type FactsQuery = {
  documentId: string | null;
  locale: string | null;
  payID: string;
  texts: UniqueTexts;
  shown: readonly ShownDocument[];
  links: readonly string[];
};

/** `failed`: the request failed. */
export type FactsState = ServerFacts | 'failed' | undefined;

/**
 * Requests the facts that rules need besides the form; undefined while the request is pending.
 *
 * @param version changes when the same query must be repeated
 */
const useFacts = (model: string, query: FactsQuery, version: unknown): FactsState => {
  const { post } = useFetchClient();
  const [facts, setFacts] = useState<FactsState>();
  const body = JSON.stringify(query);
  const entry = `${model} ${query.documentId ?? ''} ${query.locale ?? ''}`;
  // Facts of another entry do not apply to this one.
  useEffect(() => setFacts(undefined), [entry]);
  useEffect(() => {
    const controller = new AbortController();
    post<{ data: ServerFacts | null }>(`/publishing-rules/facts/${model}`, JSON.parse(body), {
      signal: controller.signal,
    }).then(
      ({ data }) => {
        if (!controller.signal.aborted) setFacts(data.data ?? 'failed');
      },
      () => {
        if (!controller.signal.aborted) setFacts('failed');
      },
    );
    return () => controller.abort();
  }, [post, model, body, version]);
  return facts;
};

const EVALUATION_DELAY_MS = 350;

/** Maximum length of a text that the server compares. No field accepts a longer one. */
const LONGEST = 500;

const none: readonly ShownDocument[] = [];

const pickUniqueTexts = (values: Entry) =>
  Object.fromEntries(
    UNIQUE_TEXTS.flatMap((name) => {
      const text = getText(values, name).slice(0, LONGEST);
      return text === '' ? [] : [[name, text]];
    }),
  );

/** Findings of the entry as it stands in the form, saved or not. */
type FormFindings = {
  /** Undefined while unknown. */
  findings: readonly Finding[] | undefined;
  facts: FactsState;
  /** The entry as it stands in the form. */
  entry: Entry;
  /** Payment id of the entry; undefined if the type has none. */
  payID: string | undefined;
  /** Payment account that the entry names. */
  account: string;
};

/**
 * Evaluates the form by the rules of its type, a moment after each change.
 *
 * @param version changes when the server's facts may have changed
 */
export const useFindings = (
  model: string,
  documentId: string | undefined,
  version: unknown,
): FormFindings => {
  const locale = usePanelLocale() ?? null;
  const typed: unknown = useForm('PublishingCheck', (form) => form.values);
  const values = useDebounced(typed, EVALUATION_DELAY_MS) as Entry;
  const rules = findRules(model);

  const shapes = useShapes(model);

  const attributes = shapes(model);
  const payID = attributes?.payID === undefined ? undefined : getText(values, 'payID');
  const isPage = attributes?.slots !== undefined;
  // Only newly chosen references are sent: the server reads the stored references itself.
  const shownDocuments = useMemo(
    () =>
      isPage
        ? findShownDocuments(shapes, model, convertFormToEntry(shapes, model, values, undefined))
        : none,
    [isPage, shapes, model, values],
  );
  const links = useMemo(() => (isPage ? findLinks(values) : []), [isPage, values]);
  const accountFacts = useFacts(
    model,
    {
      documentId: documentId ?? null,
      locale,
      payID: payID ?? '',
      texts: pickUniqueTexts(values),
      shown: shownDocuments,
      links,
    },
    version,
  );

  const stored = typeof accountFacts === 'object' ? accountFacts.stored : null;
  const entry = useMemo(
    () => convertFormToEntry(shapes, model, values, stored ?? undefined),
    [shapes, model, values, stored],
  );
  const findings = useMemo(() => {
    if (rules === undefined || accountFacts === undefined || accountFacts === 'failed')
      return undefined;
    const facts = {
      ...accountFacts.facts,
      currencies: getEntryCurrencies(entry, accountFacts.currencies),
    };
    return evaluate({ ...rules, shapes }, entry, facts);
  }, [rules, accountFacts, shapes, entry]);

  return { findings, facts: accountFacts, entry, payID, account: getText(values, 'payCrm') };
};
