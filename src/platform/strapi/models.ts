import type { UID } from '@strapi/types';
import type { WithStrapi } from './with-strapi';

/** An attribute of a model. Its other properties depend on its type. */
export type AttributeSchema = {
  type: string;
  required?: boolean;
  /** For relations: the target type, the cardinality, and the attribute at the other end. */
  target?: string;
  relation?: string;
  mappedBy?: string;
  inversedBy?: string;
  /** For components and dynamic zones. */
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  /** For media. */
  multiple?: boolean;
  default?: unknown;
  enum?: readonly string[];
  /** For strings: the pattern of valid values. */
  regex?: string;
  /** A custom field's plugin and name, such as `plugin::webhooks.choices`. */
  customField?: string;
  pluginOptions?: { i18n?: { localized?: boolean } };
};

/** A content type or component that Strapi has loaded. */
export type ModelSchema = {
  uid: string;
  info: { displayName: string };
  attributes: Readonly<Record<string, AttributeSchema | undefined>>;
  options?: { draftAndPublish?: boolean };
  pluginOptions?: { i18n?: { localized?: boolean } };
};

export type ContentTypeSchema = ModelSchema & { uid: UID.ContentType; collectionName: string };

/**
 * Returns the content type or component of a name; undefined for unknown names. Strapi's own types
 * require names that are known at compile time.
 */
export const findModel = ({ strapi }: WithStrapi, uid: string): ModelSchema | undefined =>
  // Strapi would return properties of every object for `constructor` and `__proto__`.
  uid in Object.prototype
    ? undefined
    : (strapi.getModel(uid as UID.Schema) as ModelSchema | undefined);

/** Returns every content type, including those of Strapi and its plugins. */
export const listContentTypes = ({ strapi }: WithStrapi): readonly ContentTypeSchema[] => {
  const types: object = strapi.contentTypes;
  return Object.values(types) as ContentTypeSchema[];
};

/**
 * Returns the uid of every component in alphabetical order, because Strapi loads their files in a
 * different order at each start.
 */
export const listComponentUids = ({ strapi }: WithStrapi): readonly string[] =>
  Object.keys(strapi.components).sort();

export const isLocalized = (model: Pick<ModelSchema, 'pluginOptions'> | undefined): boolean =>
  model?.pluginOptions?.i18n?.localized === true;

export const hasDrafts = (model: Pick<ModelSchema, 'options'> | undefined): boolean =>
  model?.options?.draftAndPublish === true;
