import { hash } from 'node:crypto';
import type { WithStrapi } from './with-strapi';
import { sql } from './queries';
import { requireFunctions } from './require-functions';

const ADAPTER = 'content-manager-configuration.ts';

/** The content manager's description of a content type or component. */
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

/** The stored configuration of a content type or component. */
export type Configuration = {
  settings: Record<string, unknown>;
  metadatas: Record<string, FieldMetadata>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
};

/** Reads and writes the configurations of content types or of components. */
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
 * Returns the stores of the content manager's views. Both services are undocumented and have the
 * same methods (`@strapi/content-manager`, server/services/{content-types,components}).
 */
export const getConfigurationStores = ({ strapi }: WithStrapi) => {
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

const DIGEST = { type: 'editor', name: 'views', key: 'digest' };

/** Lists models by name, because Strapi loads their files in a different order at each start. */
const sortModels = (models: Record<string, unknown>): [string, unknown][] =>
  Object.entries(models).sort(([first], [other]) => (first < other ? -1 : 1));

/** Returns a digest of the models and of the stored configurations of their views. */
const digestViews = async ({ strapi }: WithStrapi): Promise<string> => {
  const models = [strapi.contentTypes, strapi.components].map((all) => sortModels({ ...all }));
  const { rows } = await sql(
    { strapi },
    `select md5(string_agg(key || ' ' || value, ' ' order by key)) as stored
       from strapi_core_store_settings where key like 'plugin\\_content\\_manager\\_configuration\\_%'`,
  );
  return hash(
    'sha256',
    JSON.stringify([strapi.config.get('info.strapi'), models, rows[0]?.stored]),
  );
};

const SYNCED = ['components', 'content-types'] as const;

type ConfigurationService = { syncConfigurations: () => Promise<void> };

const getSyncedService = (
  { strapi }: WithStrapi,
  name: (typeof SYNCED)[number],
): ConfigurationService =>
  requireFunctions<ConfigurationService>(ADAPTER, strapi.plugin('content-manager').service(name), [
    'syncConfigurations',
  ]);

/**
 * Skips Strapi's check of the stored views where neither they nor the models have changed since the
 * last start. The check takes a tenth of a start. Call it in `register`, and `rememberViews` at the
 * end of a start.
 */
export const skipUnchangedViews = ({ strapi }: WithStrapi): void => {
  let isUnchanged: Promise<boolean> | undefined;
  const compare = async (): Promise<boolean> =>
    (await strapi.store(DIGEST).get({})) === (await digestViews({ strapi }));
  for (const name of SYNCED) {
    const service = getSyncedService({ strapi }, name);
    const sync = service.syncConfigurations.bind(service);
    service.syncConfigurations = async () => {
      isUnchanged ??= compare();
      if (!(await isUnchanged)) await sync();
    };
  }
};

/** Stores the digest of the views, so that the next start can skip the check. */
export const rememberViews = async ({ strapi }: WithStrapi): Promise<void> => {
  // At the second start, Strapi corrects its own defaults of the first, such as the search by a
  // component's id.
  for (const name of SYNCED) await getSyncedService({ strapi }, name).syncConfigurations();
  const store = strapi.store(DIGEST);
  const value = await digestViews({ strapi });
  if ((await store.get({})) !== value) await store.set({ value });
};
