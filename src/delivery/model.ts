import type { Core, UID } from '@strapi/types';

/** What the engine has to know of an attribute. */
export type ModelAttribute = {
  /** The type behind a relation, component or media; undefined for plain values and zones. */
  target: string | undefined;
  isMany: boolean;
  /** The components a dynamic zone takes. */
  zone: readonly string[] | undefined;
};

export type Model = { uid: string; attributes: Readonly<Record<string, ModelAttribute>> };

export type ModelLookup = (uid: string) => Model;

/** The columns that every row has although no schema file names them. */
const rowAttributes = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'];

const plain: ModelAttribute = { target: undefined, isMany: false, zone: undefined };

type RawAttribute = {
  type: string;
  target?: string;
  relation?: string;
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  multiple?: boolean;
};

const describe = (raw: RawAttribute): ModelAttribute => {
  switch (raw.type) {
    case 'relation':
      return { ...plain, target: raw.target, isMany: raw.relation?.endsWith('ToMany') === true };
    case 'component':
      return { ...plain, target: raw.component, isMany: raw.repeatable === true };
    case 'media':
      return { ...plain, target: 'plugin::upload.file', isMany: raw.multiple === true };
    case 'dynamiczone':
      return { ...plain, isMany: true, zone: raw.components ?? [] };
    default:
      return plain;
  }
};

/** Reads models out of a running Strapi. */
export const modelsOf =
  ({ strapi }: { strapi: Core.Strapi }): ModelLookup =>
  (uid) => {
    const model = strapi.getModel(uid as UID.Schema) as
      | { uid: string; attributes: Record<string, RawAttribute> }
      | undefined;
    if (model === undefined) throw new Error(`There is no model ${uid}`);
    const own = Object.entries(model.attributes).map(([name, raw]) => [name, describe(raw)]);
    return {
      uid,
      attributes: Object.fromEntries([...rowAttributes.map((name) => [name, plain]), ...own]) as Record<
        string,
        ModelAttribute
      >,
    };
  };

/** @throws Error when the model has no such attribute. */
export const attributeOf = (model: Model, name: string): ModelAttribute => {
  const attribute = model.attributes[name];
  if (attribute === undefined) throw new Error(`${model.uid} has no attribute ${name}`);
  return attribute;
};
