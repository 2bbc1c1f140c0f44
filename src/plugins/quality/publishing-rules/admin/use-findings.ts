import { useMemo } from 'react';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { textIn } from '../../../../catalogue/entry-values';
import { linksWithin } from '../../../../feature/link-reference';
import type { Entry } from '../../../../feature/publishing-rules';
import { currenciesIn } from '../currencies';
import { evaluate, type Finding } from '../evaluate';
import { entryOfForm } from '../form-entry';
import { findShownDocuments, type ShownDocument } from '../shown-documents';
import { UNIQUE_TEXTS } from '../unique-texts';
import { useFacts, type FactsState } from './facts';
import { rulesOf } from './rules';
import { useDebounced } from '../../../../platform/admin/use-debounced';
import { useShapes } from './use-shapes';

type Query = { plugins?: { i18n?: { locale?: string } } };

const TYPING = 350;

/** Maximum length of a text that the server compares. No field accepts a longer one. */
const LONGEST = 500;

const none: readonly ShownDocument[] = [];

const uniqueTextsIn = (values: Entry) =>
  Object.fromEntries(
    UNIQUE_TEXTS.flatMap((name) => {
      const text = textIn(values, name).slice(0, LONGEST);
      return text === '' ? [] : [[name, text]];
    }),
  );

/** Findings of the entry as it stands in the form, saved or not. */
export type FormFindings = {
  /** Undefined while unknown. */
  findings: readonly Finding[] | undefined;
  known: FactsState;
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
  const [{ query }] = useQueryParams<Query>();
  const typed: unknown = useForm('PublishingCheck', (form) => form.values);
  const values = useDebounced(typed, TYPING) as Entry;
  const rules = rulesOf(model);

  const shapes = useShapes(model);

  const attributes = shapes(model);
  const payID = attributes?.payID === undefined ? undefined : textIn(values, 'payID');
  const isPage = attributes?.slots !== undefined;
  // Only newly chosen references are sent. The server knows the stored ones.
  const chosen = useMemo(
    () =>
      isPage
        ? findShownDocuments(shapes, model, entryOfForm(shapes, model, values, undefined))
        : none,
    [isPage, shapes, model, values],
  );
  const links = useMemo(() => (isPage ? linksWithin(values) : []), [isPage, values]);
  const known = useFacts(
    model,
    {
      documentId: documentId ?? null,
      locale: query.plugins?.i18n?.locale ?? null,
      payID: payID ?? '',
      texts: uniqueTextsIn(values),
      shown: chosen,
      links,
    },
    version,
  );

  const stored = typeof known === 'object' ? known.stored : null;
  const entry = useMemo(
    () => entryOfForm(shapes, model, values, stored ?? undefined),
    [shapes, model, values, stored],
  );
  const findings = useMemo(() => {
    if (rules === undefined || known === undefined || known === 'failed') return undefined;
    const facts = { ...known.facts, currencies: currenciesIn(entry, known.currencies) };
    return evaluate({ ...rules, shapes }, entry, facts);
  }, [rules, known, shapes, entry]);

  return { findings, known, entry, payID, account: textIn(values, 'payCrm') };
};
