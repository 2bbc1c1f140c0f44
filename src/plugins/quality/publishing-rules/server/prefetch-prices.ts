import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getText } from '#catalogue/entry-values';
import { getPaymentProducts } from '#feature/application';
import type { Entry } from '#feature/publishing-rules';
import { isPublishing } from '#platform/strapi/document-actions';
import { addContentManagerMiddleware } from '#platform/strapi/routes';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { readDrafts } from './entries';
import { getRuleSets, type TypeRuleSet } from './draft-evaluator';

type Params = { documentId?: string; data?: unknown; status?: string };

/** Maximum number of documents a request; a bulk action has the same limit. */
const MOST_NAMED = 100;

const PAYMENT = ['payID', 'payCrm'];

/** Strapi's handlers that publish within their own transaction. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'collection-types.publish',
  'collection-types.bulkPublish',
]);

const MIDDLEWARE = 'plugin::publishing-rules.prefetch-prices';

const toEntry = (value: unknown): Entry =>
  typeof value === 'object' && value !== null ? (value as Entry) : {};

/** Returns the rule set of a type whose errors depend on payment products; otherwise undefined. */
const findPaidRuleSet = (context: WithStrapi, uid: string): TypeRuleSet | undefined => {
  const ruleSet = getRuleSets(context).get(uid);
  return ruleSet?.publishingRules.errorFields.includes('payID') === true ? ruleSet : undefined;
};

/**
 * Queries payment providers about the products of some drafts, with the pending changes applied.
 */
const askAbout = async (
  { strapi }: WithStrapi,
  { uid }: TypeRuleSet,
  documentIds: readonly string[],
  changes: Entry,
): Promise<void> => {
  const drafts = await strapi.db.transaction(({ trx }) =>
    readDrafts({ strapi, trx }, uid, { documentIds }, PAYMENT),
  );
  const contents = drafts.length === 0 ? [{}] : drafts.map(({ content }) => content);
  await getPaymentProducts({ strapi }).fetchMissing(
    { strapi },
    contents
      .map((content) => ({ ...content, ...changes }))
      .map((content) => ({
        payID: getText(content, 'payID'),
        account: getText(content, 'payCrm').toLowerCase(),
      })),
  );
};

/** Queries payment providers about the products of a selection, if the type is sold. */
export const prefetchPricesOfSelection = async (
  context: WithStrapi,
  uid: string,
  documentIds: readonly string[],
): Promise<void> => {
  const ruleSet = findPaidRuleSet(context, uid);
  if (ruleSet !== undefined) await askAbout(context, ruleSet, documentIds, {});
};

/**
 * Queries payment providers about unknown products before a document is written. An answer takes
 * seconds, and a transaction would block other writes meanwhile.
 */
export const prefetchPrices = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async ({ uid, action, params: operationParams }, next) => {
    const params = operationParams as Params;
    const ruleSet = isPublishing(action, params) ? findPaidRuleSet({ strapi }, uid) : undefined;
    if (ruleSet !== undefined) {
      const documentIds = params.documentId === undefined ? [] : [params.documentId];
      await askAbout({ strapi }, ruleSet, documentIds, toEntry(params.data));
    }
    return next();
  };
};

/** Queries providers before Strapi's publish handlers as well. Call it in `register`. */
export const prefetchPricesBeforePublishRoutes = ({ strapi }: WithStrapi): void =>
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);

/** Runs after a publish request is authorized and before its handler opens a transaction. */
export const prefetchPricesOnRoute =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { model = '', id } = ctx.params as { model?: string; id?: string };
    const ruleSet = findPaidRuleSet({ strapi }, model);
    if (ruleSet !== undefined) {
      const body = toEntry((ctx.request as { body?: unknown }).body);
      const selected = [id, body.documentIds]
        .flat()
        .filter((value): value is string => typeof value === 'string')
        .slice(0, MOST_NAMED);
      await askAbout({ strapi }, ruleSet, selected, body);
    }
    await next();
  };
