import type { WithStrapi } from '../platform/with-strapi';
import type { Endpoint } from '../platform/http/endpoint';
import type { WebhookMessage } from '../platform/http/openapi/webhooks';
import { registerDocumentPipeline, type DocumentPipeline } from '../platform/documents/pipeline';
import type { Feature, Previews, RecordOf } from './feature';

const NAME = 'application-features';

/** Returns the features of this Strapi instance. */
export const featuresOf = ({ strapi }: WithStrapi): readonly Feature[] => strapi.get(NAME);

/** Returns all endpoints of features, in the order of the documentation. */
export const endpointsOf = (features: readonly Feature[]): readonly Endpoint[] =>
  features.flatMap(({ endpoints = [] }) => endpoints);

/** Returns the messages that the features post to other systems. */
export const messagesOf = (features: readonly Feature[]): readonly WebhookMessage[] =>
  features.flatMap(({ messages = [] }) => messages);

/** Returns the attributes of all features that store ids of documents which may be deleted. */
export const recordsOf = (context: WithStrapi): readonly RecordOf[] =>
  featuresOf(context).flatMap(({ records = [] }) => records);

/** Returns all types with previews. */
export const previewsOf = (features: readonly Feature[]): Previews =>
  Object.assign({}, ...features.map(({ previews = {} }) => previews)) as Previews;

/** Returns the application for Strapi. Each step runs through the features in order. */
export const createApplication = (
  features: readonly Feature[],
  documentPipeline: DocumentPipeline,
) => ({
  register({ strapi }: WithStrapi): void {
    for (const warning of strapi.config.get<string[]>('settings.warnings')) {
      strapi.log.warn(`settings: ${warning}`);
    }
    strapi.add(NAME, () => features);
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
