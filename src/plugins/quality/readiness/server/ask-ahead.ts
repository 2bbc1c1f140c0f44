import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { textIn } from '../../../../catalogue/entry-values';
import type { Entry } from '../../../../feature/readiness';
import { publishes } from '../../../../platform/strapi/document-actions';
import { aroundContentManager } from '../../../../platform/strapi/routes';
import { inquireAbout } from '../../../commerce/prices';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { judgeOf } from './judge';
import { measuresOf, type TypeMeasure } from './measures';

type Params = { documentId?: string; data?: unknown; status?: string };

/** Maximum number of documents a request; a bulk action has the same limit. */
const MOST_NAMED = 100;

const PAYMENT = ['payID', 'payCrm'];

/** Strapi's handlers that publish within their own transaction. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'collection-types.publish',
  'collection-types.bulkPublish',
]);

const MIDDLEWARE = 'plugin::readiness.ask-ahead';

const entryIn = (value: unknown): Entry =>
  typeof value === 'object' && value !== null ? (value as Entry) : {};

/** Returns the rule set of a type whose errors depend on payment products; otherwise undefined. */
const paidMeasure = (context: WithStrapi, uid: string): TypeMeasure | undefined => {
  const measure = measuresOf(context).get(uid);
  return measure?.readiness.hindrancesRead.includes('payID') === true ? measure : undefined;
};

/**
 * Queries payment providers about the products of some drafts, with the pending changes applied.
 */
const askAbout = async (
  { strapi }: WithStrapi,
  { uid }: TypeMeasure,
  documentIds: readonly string[],
  changes: Entry,
): Promise<void> => {
  const drafts = await strapi.db.transaction(({ trx }) =>
    judgeOf({ strapi }).read({ strapi, trx }, uid, { documentIds }, PAYMENT),
  );
  const contents = drafts.length === 0 ? [{}] : drafts.map(({ content }) => content);
  await inquireAbout(
    { strapi },
    contents
      .map((content) => ({ ...content, ...changes }))
      .map((content) => ({
        payID: textIn(content, 'payID'),
        account: textIn(content, 'payCrm').toLowerCase(),
      })),
  );
};

/** Queries payment providers about the products of a selection, if the type is sold. */
export const askAboutSelection = async (
  context: WithStrapi,
  uid: string,
  documentIds: readonly string[],
): Promise<void> => {
  const measure = paidMeasure(context, uid);
  if (measure !== undefined) await askAbout(context, measure, documentIds, {});
};

/**
 * Queries payment providers about unknown products before a document is written. An answer takes
 * seconds, and a transaction would block other writes meanwhile.
 */
export const askPaymentProviders = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async ({ uid, action, params: given }, next) => {
    const params = given as Params;
    const measure = publishes(action, params) ? paidMeasure({ strapi }, uid) : undefined;
    if (measure !== undefined) {
      const documentIds = params.documentId === undefined ? [] : [params.documentId];
      await askAbout({ strapi }, measure, documentIds, entryIn(params.data));
    }
    return next();
  };
};

/** Queries providers before Strapi's publish handlers as well. Call it in `register`. */
export const askBeforePublishRoutes = ({ strapi }: WithStrapi): void =>
  aroundContentManager({ strapi }, HANDLERS, MIDDLEWARE);

/** Runs after a publish request is authorized and before its handler opens a transaction. */
export const askAheadOfRoute =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { model = '', id } = ctx.params as { model?: string; id?: string };
    const measure = paidMeasure({ strapi }, model);
    if (measure !== undefined) {
      const body = entryIn((ctx.request as { body?: unknown }).body);
      const selected = [id, body.documentIds]
        .flat()
        .filter((one): one is string => typeof one === 'string')
        .slice(0, MOST_NAMED);
      await askAbout({ strapi }, measure, selected, body);
    }
    await next();
  };
