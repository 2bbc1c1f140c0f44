import type { Core } from '@strapi/types';
import { requireFunctions } from './require-functions';

const ADAPTER = 'content-manager-configuration.ts';

/** What the content manager knows of a content type or component. */
export type ContentManagerModel = {
  uid: string;
  attributes: Record<string, { type: string; targetModel?: string } | undefined>;
};

type EditMetadata = {
  label?: string;
  description?: string;
  placeholder?: string;
  visible?: boolean;
  editable?: boolean;
  mainField?: string;
};

type ListMetadata = { label?: string; searchable?: boolean; sortable?: boolean };

export type FieldMetadata = { edit: EditMetadata; list: ListMetadata };

/** What the content manager stores for a content type or component. */
export type Configuration = {
  settings: Record<string, unknown>;
  metadatas: Record<string, FieldMetadata>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
};

/** Reads and writes the configuration of the content types, or that of the components. */
export type ConfigurationStore = {
  find: (uid: string) => ContentManagerModel | undefined;
  read: (model: ContentManagerModel) => Promise<Configuration>;
  write: (model: ContentManagerModel, configuration: Configuration) => Promise<unknown>;
};

type Configurable = {
  findConfiguration: ConfigurationStore['read'];
  updateConfiguration: ConfigurationStore['write'];
};

const configurable = ['findConfiguration', 'updateConfiguration'] as const;

/**
 * The stored views of the content manager, by two of its services that are not documented and go by the
 * same pattern (`@strapi/content-manager`, server/services/{content-types,components}).
 */
export const configurationsOf = ({ strapi }: { strapi: Core.Strapi }) => {
  const plugin = strapi.plugin('content-manager');
  const types = requireFunctions<Configurable & { findContentType: ConfigurationStore['find'] }>(
    ADAPTER,
    plugin.service('content-types'),
    ['findContentType', ...configurable],
  );
  const components = requireFunctions<Configurable & { findComponent: ConfigurationStore['find'] }>(
    ADAPTER,
    plugin.service('components'),
    ['findComponent', ...configurable],
  );
  return {
    types: {
      find: (uid) => types.findContentType(uid),
      read: (model) => types.findConfiguration(model),
      write: (model, configuration) => types.updateConfiguration(model, configuration),
    } satisfies ConfigurationStore,
    components: {
      find: (uid) => components.findComponent(uid),
      read: (model) => components.findConfiguration(model),
      write: (model, configuration) => components.updateConfiguration(model, configuration),
    } satisfies ConfigurationStore,
  };
};
