import type { UID } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';

/** What a model says of an attribute; which of it is there depends on the type. */
export type AttributeSchema = {
  type: string;
  required?: boolean;
  /** Of a relation: the type behind it, how many of each side, and which attribute there is its other end. */
  target?: string;
  relation?: string;
  mappedBy?: string;
  inversedBy?: string;
  /** Of a component, and of a dynamic zone. */
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  /** Of media. */
  multiple?: boolean;
  default?: unknown;
  /** Of an enumeration. */
  enum?: readonly string[];
  /** Of a string: what it has to match. */
  regex?: string;
  /** What a plugin made of a plain type: `plugin::webhooks.choices`. */
  customField?: string;
  pluginOptions?: { i18n?: { localized?: boolean } };
};

/** A content type or component as Strapi has loaded it, whichever it is. */
export type ModelSchema = {
  uid: string;
  info: { displayName: string };
  attributes: Readonly<Record<string, AttributeSchema | undefined>>;
  options?: { draftAndPublish?: boolean };
  pluginOptions?: { i18n?: { localized?: boolean } };
};

export type ContentTypeSchema = ModelSchema & { uid: UID.ContentType; collectionName: string };

/**
 * The content type or component of a name; undefined where there is none. Strapi's own types know each by
 * its name, and none of them by a name that is only known when the code runs.
 */
export const findModel = ({ strapi }: WithStrapi, uid: string): ModelSchema | undefined =>
  // Strapi would find what every object has: `constructor`, `__proto__`.
  uid in Object.prototype
    ? undefined
    : (strapi.getModel(uid as UID.Schema) as ModelSchema | undefined);

/** Every content type, those of Strapi itself and of its plugins included. */
export const contentTypesOf = ({ strapi }: WithStrapi): readonly ContentTypeSchema[] => {
  const types: object = strapi.contentTypes;
  return Object.values(types) as ContentTypeSchema[];
};

export const isLocalized = ({ pluginOptions }: Pick<ModelSchema, 'pluginOptions'>): boolean =>
  pluginOptions?.i18n?.localized === true;

export const hasDrafts = ({ options }: Pick<ModelSchema, 'options'>): boolean =>
  options?.draftAndPublish === true;
