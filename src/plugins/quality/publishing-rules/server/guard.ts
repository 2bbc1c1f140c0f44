import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { resolveSelectedLocales } from '#feature/document-locales';
import { getText } from '#catalogue/entry-values';
import { getPaymentProducts } from '#feature/application';
import { isPublishing } from '#platform/strapi/document-actions';
import { findModel, isLocalized } from '#platform/strapi/models';
import type { Transaction } from '#platform/strapi/queries';
import { getBulkSelection } from '#platform/http/request-person';
import { filterErrors, selectBlockingErrors, type EvaluatedEntry, type Finding } from '../evaluate';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { readDrafts, type Draft } from './entries';
import { createPaymentFacts, type Before } from './read-facts';
import { evaluateDrafts, getRuleSets, type TypeRuleSet } from './draft-evaluator';
import { lockPaymentProducts, readPaymentFacts, readPublishedSales } from './payment-facts';
import { readPublishedLocales, findSourceVersions } from './source-versions';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import { type MessageLanguage, defineErrors } from '#platform/http/errors';

const publishingErrors = defineErrors({
  NOT_READY: {
    status: 400,
    message: {
      en: 'The entry has errors and cannot be published.',
      es: 'La entrada tiene errores y no se puede publicar.',
    },
  },
});

/** Formats a finding for an API response in one language. */
const formatFindingIn = (language: MessageLanguage) => (finding: Finding) => ({
  code: finding.code,
  severity: finding.severity,
  path: finding.path,
  place: finding.place[language],
  message: finding.text[language],
  ...(finding.locale !== undefined && { locale: finding.locale }),
});

/** Returns the error of a refused publication, with all errors and warnings of its entries. */
const createNotReadyError = ({ strapi }: WithStrapi, entries: readonly EvaluatedEntry[]): Error => {
  const language = getCurrentLanguage({ strapi });
  const describeFindings = formatFindingIn(language);
  const [first] = entries;
  const subject = entries
    .map((entry) => {
      const places = [
        ...new Set(filterErrors(entry.findings).map(({ place }) => place[language])),
      ].join(', ');
      const title = language === 'es' ? `«${entry.title}»` : `“${entry.title}”`;
      return `${title}: ${places}`;
    })
    .join('; ');
  return createLocalizedError({ strapi }, publishingErrors.NOT_READY, {
    subject,
    details: {
      findings: (first?.findings ?? []).map(describeFindings),
      entries: entries.map(({ documentId, locale, title, findings }) => ({
        documentId,
        locale,
        title,
        findings: findings.map(describeFindings),
      })),
      errors: filterErrors(first?.findings ?? []).map(({ path, text }) => ({
        path,
        message: text[language],
        name: 'ValidationError',
      })),
    },
  });
};

type Params = {
  documentId?: string;
  locale?: string | readonly string[] | null;
  status?: string;
};

type WriteResult = { documentId?: string; locale?: string | null } | null;

/** Attribute that names the payment product. */
const PAYMENT_PRODUCT = ['payID'];

/** Minimum interval between two automatic queries about a payment product, in milliseconds. */
const MIN_QUERY_INTERVAL_MS = 20_000;

/** Refuses to publish an entry while one of its publishing rules finds an error. */
export const enforcePublishingRules = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const queriedAt = new Map<string, number>();
  // The query after a refusal must not be rolled back with the transaction.
  const runOutsideRequest = AsyncLocalStorage.snapshot();

  /**
   * Compares the product soon, so that a product created a moment ago at the provider can be
   * published.
   */
  const askSoon = (payID: string): void => {
    const now = Date.now();
    if (payID === '' || (queriedAt.get(payID) ?? 0) > now - MIN_QUERY_INTERVAL_MS) return;
    for (const [queriedId, time] of queriedAt)
      if (time <= now - MIN_QUERY_INTERVAL_MS) queriedAt.delete(queriedId);
    queriedAt.set(payID, now);
    runOutsideRequest(() => {
      getPaymentProducts({ strapi })
        .queueRefresh({ strapi }, payID)
        .catch((error: unknown) => {
          strapi.log.warn(
            `publishing-rules: the provider was not queried about ${payID}: ${String(error)}`,
          );
        });
    });
  };

  /** Pending locks of all entries that a request publishes in one transaction. */
  const selections = new WeakMap<Transaction, Promise<void>>();

  const lockSelection = async (
    { uid }: TypeRuleSet,
    documentIds: readonly string[],
    trx: Transaction,
  ): Promise<void> => {
    const connection: WithStrapi & { trx: Transaction } = { strapi, trx };
    const drafts = await readDrafts(connection, uid, { documentIds }, PAYMENT_PRODUCT);
    await lockPaymentProducts(
      connection,
      drafts.map(({ content }) => content),
    );
  };

  /** Locks the payment products of some drafts after those of the request's whole selection. */
  const lock = async (
    ruleSet: TypeRuleSet,
    drafts: readonly Draft[],
    trx: Transaction,
  ): Promise<void> => {
    if (!ruleSet.publishingRules.errorFields.includes('payID')) return;
    const documentIds = getBulkSelection({ strapi }, drafts[0]?.documentId ?? '');
    if (documentIds.length > 1) {
      const locking = selections.get(trx) ?? lockSelection(ruleSet, documentIds, trx);
      selections.set(trx, locking);
      await locking;
    }
    await lockPaymentProducts(
      { strapi, trx },
      drafts.map(({ content }) => content),
    );
  };

  const findRefused = async (
    ruleSet: TypeRuleSet,
    drafts: readonly Draft[],
    before: Before | undefined,
    trx: Transaction,
  ): Promise<Draft[]> => {
    const connection: WithStrapi & { trx: Transaction } = { strapi, trx };
    await lock(ruleSet, drafts, trx);
    const { uid } = ruleSet;
    const paymentOf = await readPaymentFacts(connection, uid, drafts, before?.sales);
    const subjects = drafts.map(({ documentId, locale }) => ({ documentId, locale }));
    const published = before?.published;
    const sourceOf = await findSourceVersions(connection, { uid, subjects, published });
    // Only new translations are compared with their source, which needs all texts.
    const isNew = (draft: Draft): boolean => sourceOf(draft)?.isTranslationPublished === false;
    const compared = drafts.filter(isNew).map(({ id }) => id);
    const complete =
      compared.length === 0 ? [] : await readDrafts(connection, uid, { ids: compared });
    return drafts.filter((draft) => {
      const facts = {
        ...createPaymentFacts(draft.locale, paymentOf(draft)),
        source: sourceOf(draft),
      };
      const { content } = complete.find(({ id }) => id === draft.id) ?? draft;
      return selectBlockingErrors(ruleSet, content, facts).length > 0;
    });
  };

  /** Throws the errors of all entries of the request, so that the user sees them together. */
  const refuse = async (
    ruleSet: TypeRuleSet,
    drafts: readonly Draft[],
    before: Before | undefined,
    trx: Transaction,
  ): Promise<never> => {
    const documentId = drafts[0]?.documentId ?? '';
    const locales = drafts.flatMap(({ locale }) => locale ?? []);
    const selected = {
      documentIds: getBulkSelection({ strapi }, documentId),
      locales: locales.length === 0 ? null : locales,
    };
    const evaluated = await evaluateDrafts({ strapi, trx }, ruleSet, selected, before);
    const hasErrors = ({ findings }: EvaluatedEntry): boolean => filterErrors(findings).length > 0;
    const first = evaluated.filter((entry) => entry.documentId === documentId);
    const others = evaluated.filter((entry) => entry.documentId !== documentId);
    for (const { content } of drafts) askSoon(getText(content, 'payID'));
    throw createNotReadyError({ strapi }, [...first, ...others].filter(hasErrors));
  };

  const check = async (
    ruleSet: TypeRuleSet,
    documentId: string,
    locales: readonly string[] | null,
    trx: Transaction,
    before?: Before,
  ): Promise<void> => {
    const drafts = await readDrafts(
      { strapi, trx },
      ruleSet.uid,
      { documentIds: [documentId], locales },
      ruleSet.publishingRules.errorFields,
    );
    const refusedDrafts = await findRefused(ruleSet, drafts, before, trx);
    if (refusedDrafts.length > 0) await refuse(ruleSet, refusedDrafts, before, trx);
  };

  const hasErrorsHere = ({ uid, publishingRules }: TypeRuleSet): boolean =>
    publishingRules.errorFields.length > 0 || isLocalized(findModel({ strapi }, uid));

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    if (!isPublishing(action, params)) return next();
    const ruleSet = getRuleSets({ strapi }).get(uid);
    if (ruleSet === undefined || !hasErrorsHere(ruleSet)) return next();
    return strapi.db.transaction(async ({ trx }) => {
      if (action === 'publish') {
        if (params.documentId !== undefined) {
          const locales = await resolveSelectedLocales({ strapi }, uid, params.locale);
          await check(ruleSet, params.documentId, locales, trx);
        }
        return next();
      }
      // An entry written and published in one step is evaluated after the write. A refusal rolls
      // the write back.
      const documentIds = params.documentId === undefined ? [] : [params.documentId];
      const before = {
        sales: await readPublishedSales({ strapi }, ruleSet.uid, documentIds),
        published: await readPublishedLocales({ strapi, trx }, ruleSet.uid, documentIds),
      };
      const result = await next();
      const { documentId, locale } = (result as WriteResult) ?? {};
      if (documentId !== undefined) {
        const locales = typeof locale === 'string' ? [locale] : null;
        await check(ruleSet, documentId, locales, trx, before);
      }
      return result;
    });
  };
};
