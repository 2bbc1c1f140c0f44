import type { Modules } from '@strapi/types';
import type { WithStrapi } from '../strapi/with-strapi';

/**
 * Runs around a call of the Document Service. It may reject the call, or change its parameters or
 * result.
 */
export type DocumentMiddleware = Modules.Documents.Middleware.Middleware;

/** Creates the middleware of a step; null where a setting turns the step off. */
export type DocumentStep = (context: WithStrapi) => DocumentMiddleware | null;

/** The phases in the order in which a call enters them. It leaves them in the opposite order. */
export const documentPhases = [
  'prepare',
  'authorize',
  'normalize',
  'lock',
  'capture',
  'complete',
  'validate',
  'read',
] as const;

export type DocumentPipeline = Readonly<
  Record<(typeof documentPhases)[number], readonly DocumentStep[]>
>;

/**
 * Registers the steps with the Document Service, in the order of the phases and of each list.
 * Strapi's own i18n middlewares run within them. Call it once, in `register`.
 */
export const registerDocumentPipeline = (
  { strapi }: WithStrapi,
  pipeline: DocumentPipeline,
): void => {
  for (const step of documentPhases.flatMap((phase) => pipeline[phase])) {
    const middleware = step({ strapi });
    if (middleware !== null) strapi.documents.use(middleware);
  }
};
