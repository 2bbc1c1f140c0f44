import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Endpoint } from '#platform/http/endpoint';
import type { WebhookMessage } from '#platform/http/openapi/webhooks';
import { registerDocumentPipeline, type DocumentPipeline } from '#platform/documents/pipeline';
import type {
  Feature,
  Previews,
  RecordOf,
  WrittenVersions,
  DraftTexts,
  ListFilter,
  StaleTranslation,
} from './feature';
import type { AuditRecording } from './audit';
import type { LinkContext, LinkedEntry, Reference } from './link-reference';
import { getRegistry } from '#platform/strapi/routes';
import type { Transaction } from '#platform/strapi/queries';
import type { Core, UID } from '@strapi/types';
import type { Context } from 'koa';
import type { PaymentProducts } from './payment-products';

const NAME = 'application-features';

/** Returns the features of this Strapi instance. */
export const getFeatures = ({ strapi }: WithStrapi): readonly Feature[] => strapi.get(NAME);

/** Returns all endpoints of features, in the order of the documentation. */
export const listEndpoints = (features: readonly Feature[]): readonly Endpoint[] =>
  features.flatMap(({ endpoints = [] }) => endpoints);

/** Returns the messages that the features post to other systems. */
export const listWebhookMessages = (features: readonly Feature[]): readonly WebhookMessage[] =>
  features.flatMap(({ messages = [] }) => messages);

/** Returns the attributes of all features that store ids of documents which may be deleted. */
export const listRecords = (context: WithStrapi): readonly RecordOf[] =>
  getFeatures(context).flatMap(({ records = [] }) => records);

/** Returns all types with previews. */
export const collectPreviews = (features: readonly Feature[]): Previews =>
  Object.assign({}, ...features.map(({ previews = {} }) => previews)) as Previews;

/**
 * Returns the application for Strapi. Each step runs through the features in order.
 *
 * @param httpMiddlewares the middlewares that `config/middlewares.ts` names as `global::…`
 */
export const createApplication = (
  features: readonly Feature[],
  httpMiddlewares: Readonly<Record<string, Core.MiddlewareFactory>>,
  documentPipeline: DocumentPipeline,
) => ({
  register({ strapi }: WithStrapi): void {
    for (const warning of strapi.config.get<string[]>('settings.warnings')) {
      strapi.log.warn(`settings: ${warning}`);
    }
    strapi.add(NAME, () => features);
    getRegistry({ strapi }, 'middlewares').add('global::', httpMiddlewares);
    for (const { register } of features) register?.({ strapi });
    registerDocumentPipeline({ strapi }, documentPipeline);
  },

  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    for (const { bootstrap } of features) await bootstrap?.({ strapi });
    for (const { start } of features) await start?.({ strapi });
  },

  async destroy({ strapi }: WithStrapi): Promise<void> {
    for (const { stop } of features.toReversed()) await stop?.({ strapi });
  },
});

/**
 * Records an action in the current transaction, so that the entry exists exactly when the action
 * does. Without a feature for the audit log, nothing is recorded.
 *
 * @throws errors that prevent the recording; the action must then fail too
 */
export const recordAudit = async (
  context: WithStrapi,
  recording: AuditRecording,
): Promise<void> => {
  for (const feature of getFeatures(context)) await feature.recordAudit?.(context, recording);
};

/**
 * Returns the entries of links by link; missing entries are left out. Without a feature for links,
 * it finds none.
 */
export const findLinked = async (
  context: WithStrapi,
  references: readonly Reference[],
  place: LinkContext,
): Promise<ReadonlyMap<string, LinkedEntry>> => {
  const finders = getFeatures(context).flatMap((feature) => feature.findLinked ?? []);
  const entriesOfFinders = await Promise.all(
    finders.map((find) => find(context, references, place)),
  );
  return new Map(entriesOfFinders.flatMap((entries) => [...entries]));
};

/**
 * Rejects updates that the current user may not make, for writes that bypass the Document Service
 * and its pipeline.
 */
export const refuseForeignUpdates = async (
  context: WithStrapi,
  written: WrittenVersions,
  trx: Transaction,
): Promise<void> => {
  for (const feature of getFeatures(context)) {
    await feature.refuseForeignUpdates?.(context, written, trx);
  }
};

const noDraftTexts: DraftTexts = {
  createReadCheck: () => () => false,
  read: () => Promise.resolve([]),
  write: () => Promise.resolve([]),
};

/** Returns the access to texts of drafts; without a feature for it, there are none. */
export const getDraftTexts = (context: WithStrapi): DraftTexts =>
  getFeatures(context).find(({ draftTexts }) => draftTexts !== undefined)?.draftTexts ??
  noDraftTexts;

export const listFiltersOf = (context: WithStrapi): readonly ListFilter[] =>
  getFeatures(context).flatMap(({ listFilters = [] }) => listFilters);

/**
 * Returns the stale translations of documents that any feature finds.
 *
 * @param documents document ids of the type
 */
export const findStaleTranslations = async (
  context: WithStrapi,
  uid: UID.ContentType,
  documents: readonly string[],
): Promise<readonly StaleTranslation[]> => {
  const finders = getFeatures(context).flatMap((feature) => feature.findStaleTranslations ?? []);
  const staleOfFinders = await Promise.all(finders.map((find) => find(context, uid, documents)));
  return staleOfFinders.flat();
};

/** Path of the static files route, which receives all requests without another route. */
const EVERYWHERE = /^\/?(?:[:(]|$)/;

/**
 * Returns a function that names the endpoint of a finished request. The name is the contract's
 * `operationId`, `content-api` for Strapi's generated API, or `admin` for the panel and its API.
 * Files and unmatched requests are `none`. The names are few, because each is a separate metrics series.
 */
export const createEndpointNamer = ({ strapi }: WithStrapi): ((ctx: Context) => string) => {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api');
  const names = new Map(
    listEndpoints(getFeatures({ strapi })).map(({ method, path, operationId }) => [
      `${method} ${prefix}${path}`,
      operationId,
    ]),
  );
  return (ctx) => {
    const { _matchedRoute: route } = ctx as { _matchedRoute?: string };
    if (route === undefined || EVERYWHERE.test(route)) return 'none';
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const name = names.get(`${method} ${route}`);
    return name ?? (route.startsWith(`${prefix}/`) ? 'content-api' : 'admin');
  };
};

const noPaymentProducts: PaymentProducts = {
  listAccounts: () => [],
  readAccountStates: () => Promise.resolve([]),
  readFacts: () => Promise.resolve({ accounts: new Map(), priceTolerance: 0 }),
  readDifferences: () => Promise.resolve([]),
  findUnlinked: () => Promise.resolve({ products: [], total: 0 }),
  fetchMissing: () => Promise.resolve(),
  queueRefresh: () => Promise.resolve(),
};

/** Returns the access to payment products; without a feature for prices, there are none. */
export const getPaymentProducts = (context: WithStrapi): PaymentProducts =>
  getFeatures(context).find(({ paymentProducts }) => paymentProducts !== undefined)
    ?.paymentProducts ?? noPaymentProducts;
