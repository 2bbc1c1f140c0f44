import type { WithStrapi } from '../platform/with-strapi';
import type { Endpoint } from '../platform/http/endpoint';
import { registerDocumentPipeline, type DocumentPipeline } from '../platform/documents/pipeline';
import type { Feature, Previews, RecordOf } from './feature';

const NAME = 'application-features';

/** The features of this Strapi instance. */
export const featuresOf = ({ strapi }: WithStrapi): readonly Feature[] => strapi.get(NAME);

/** Every endpoint of some features, in the order in which the documentation shows them. */
export const endpointsOf = (features: readonly Feature[]): readonly Endpoint[] =>
  features.flatMap(({ endpoints = [] }) => endpoints);

/** Where the entries of all features remember documents that may be deleted. */
export const recordsOf = (context: WithStrapi): readonly RecordOf[] =>
  featuresOf(context).flatMap(({ records = [] }) => records);

/** Everything that editors can preview. */
export const previewsOf = (features: readonly Feature[]): Previews =>
  Object.assign({}, ...features.map(({ previews = {} }) => previews)) as Previews;

/** The application as Strapi calls it: each step is taken by one feature after the other. */
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
