import { createRequire } from 'node:module';
import type { Core } from '@strapi/types';
import type { WithStrapi } from './with-strapi';

/**
 * Functions of `@strapi/core` that its package does not export. A running process needs them to
 * load the models of a newer release. The tests of rolling updates fail when Strapi changes them.
 */

type Metadata = Core.Strapi['db']['metadata'];

type DatabaseModels = NonNullable<Parameters<Metadata['loadModels']>[0]>;

/** Converts content types and components to models of the database layer. */
type ToModels = (
  models: readonly unknown[],
  identifiers: Metadata['identifiers'],
) => DatabaseModels;

type DeepPopulate = (uid: string, options: object) => Record<string, unknown>;

/** Returns a `require` relative to `dist` of `@strapi/core`. It ignores the package's `exports`. */
export const requireFromCore = (): NodeJS.Require => {
  const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  return createRequire(fromStrapi.resolve('@strapi/core'));
};

/** Returns a module of `@strapi/core` by its path in `dist`. */
export const loadCoreModule = (file: string): unknown => requireFromCore()(file);

export const toDatabaseModels = (): ToModels =>
  (
    loadCoreModule('./utils/transform-content-types-to-models.js') as {
      transformContentTypesToModels: ToModels;
    }
  ).transformContentTypesToModels;

/**
 * Returns the models of the database layer for content types and components. The process continues
 * to use its own.
 *
 * @throws Error when the models conflict
 */
export const loadMetadata = ({ strapi }: WithStrapi, models: readonly unknown[]): Metadata => {
  const { metadata } = strapi.db;
  const newMetadata = new (metadata.constructor as new () => Metadata)();
  const others = strapi.get<{ get: () => DatabaseModels }>('models').get();
  newMetadata.loadModels([...toDatabaseModels()(models, metadata.identifiers), ...others]);
  return newMetadata;
};

/**
 * The options with which the Document Service copies a document when it is published, discarded or
 * cloned.
 */
const copiedWith = [{ relationalFields: ['documentId', 'locale'] }, { relationalFields: ['id'] }];

let generation = 0;

/**
 * Makes the Document Service copy by the current models. It caches the fields of the first models.
 */
export const refreshDeepPopulate = (uids: readonly string[]): void => {
  const { getDeepPopulate } = loadCoreModule('./services/document-service/utils/populate.js') as {
    getDeepPopulate: DeepPopulate;
  };
  generation += 1;
  for (const uid of uids) {
    for (const options of [...copiedWith, {}]) {
      // The cache key consists of uid and options. New options therefore produce a new result.
      const fresh = getDeepPopulate(uid, { ...options, generation });
      const remembered = getDeepPopulate(uid, options);
      for (const name of Object.keys(remembered)) Reflect.deleteProperty(remembered, name);
      Object.assign(remembered, fresh);
    }
  }
};
