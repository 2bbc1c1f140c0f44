import { createRequire } from 'node:module';
import type { Core } from '@strapi/types';

/**
 * Two functions of `@strapi/core` that its package does not export. They are needed to give a process that
 * runs already the models of a newer release; the tests of rolling updates fail when they change.
 */

/** Makes the database layer's models of content types and components. */
type ToModels = (
  models: readonly unknown[],
  identifiers: Core.Strapi['db']['metadata']['identifiers'],
) => NonNullable<Parameters<Core.Strapi['db']['metadata']['loadModels']>[0]>;

type DeepPopulate = (uid: string, options: object) => Record<string, unknown>;

/** A file of `@strapi/core` by its path in `dist`. */
export const core = (file: string): unknown => {
  const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  // Relative to a file within it, a package does not restrict what may be loaded.
  return createRequire(fromStrapi.resolve('@strapi/core'))(file);
};

export const toDatabaseModels = (): ToModels =>
  (
    core('./utils/transform-content-types-to-models.js') as {
      transformContentTypesToModels: ToModels;
    }
  ).transformContentTypesToModels;

/** With what the document service copies a document when it is published, discarded or cloned. */
const copiedWith = [{ relationalFields: ['documentId', 'locale'] }, { relationalFields: ['id'] }];

let generation = 0;

/** Has the document service copy what the models have now; it remembers what they had at first. */
export const refreshDeepPopulate = (uids: readonly string[]): void => {
  const { getDeepPopulate } = core('./services/document-service/utils/populate.js') as {
    getDeepPopulate: DeepPopulate;
  };
  generation += 1;
  for (const uid of uids) {
    for (const options of [...copiedWith, {}]) {
      // What is remembered is found by uid and options, so that options not seen before make it anew.
      const fresh = getDeepPopulate(uid, { ...options, generation });
      const remembered = getDeepPopulate(uid, options);
      for (const name of Object.keys(remembered)) Reflect.deleteProperty(remembered, name);
      Object.assign(remembered, fresh);
    }
  }
};
