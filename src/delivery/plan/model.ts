import type { WithStrapi } from '../../platform/with-strapi';
import {
  findModel,
  hasDrafts,
  isLocalized,
  type AttributeSchema,
  type ModelSchema,
} from '../../platform/strapi/models';
import { ContractMismatch } from './contract-mismatch';

/** What the engine has to know of an attribute. */
export type ModelAttribute = {
  kind: 'value' | 'relation' | 'component' | 'media' | 'zone';
  /** Strapi's type of a plain value, such as `decimal`; null for those that hold anything. */
  type: string | null;
  /** The type behind a relation, component or media; undefined for plain values and zones. */
  target: string | undefined;
  isMany: boolean;
  /** Of a relation that the other side owns: the attribute there. */
  mappedBy: string | undefined;
  /** The components a dynamic zone takes. */
  zone: readonly string[];
  /** The custom field by which it is edited: `plugin::prices.price`. */
  customField?: string | undefined;
};

export type Model = {
  uid: string;
  /** How editors know it. */
  name: string;
  attributes: Readonly<Record<string, ModelAttribute>>;
  isLocalized: boolean;
  hasDrafts: boolean;
};

export type ModelLookup = (uid: string) => Model;

/** The columns that every row has although no schema file names them. */
const rowAttributes = {
  id: 'integer',
  documentId: 'string',
  createdAt: 'datetime',
  updatedAt: 'datetime',
  publishedAt: 'datetime',
  locale: 'string',
};

/** The plumbing between a document's languages looks like a relation and shows nothing. */
const TRANSLATIONS = 'localizations';

const value: ModelAttribute = {
  kind: 'value',
  type: null,
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

const describe = (raw: AttributeSchema): ModelAttribute => {
  switch (raw.type) {
    case 'relation': {
      const isMany = raw.relation?.endsWith('ToMany') === true;
      const { target, mappedBy } = raw;
      return { ...value, kind: 'relation', target, isMany, mappedBy };
    }
    case 'component':
      return {
        ...value,
        kind: 'component',
        target: raw.component,
        isMany: raw.repeatable === true,
      };
    case 'media':
      return {
        ...value,
        kind: 'media',
        target: 'plugin::upload.file',
        isMany: raw.multiple === true,
      };
    case 'dynamiczone':
      return { ...value, kind: 'zone', isMany: true, zone: raw.components ?? [] };
    default:
      return { ...value, type: raw.type, customField: raw.customField };
  }
};

const describeModel = (model: ModelSchema): Model => ({
  uid: model.uid,
  name: model.info.displayName,
  attributes: {
    ...Object.fromEntries(
      Object.entries(rowAttributes).map(([name, type]) => [name, { ...value, type }]),
    ),
    ...Object.fromEntries(
      Object.entries(model.attributes).flatMap(([name, raw]) =>
        raw === undefined || name === TRANSLATIONS ? [] : [[name, describe(raw)]],
      ),
    ),
  },
  isLocalized: isLocalized(model),
  hasDrafts: hasDrafts(model),
});

/** Reads models out of a running Strapi. */
export const modelsOf = ({ strapi }: WithStrapi): ModelLookup => {
  const known = new Map<string, Model>();
  return (uid) => {
    const before = known.get(uid);
    if (before !== undefined) return before;
    const raw = findModel({ strapi }, uid);
    if (raw === undefined) throw new ContractMismatch(`there is no model ${uid}`);
    const model = describeModel(raw);
    known.set(uid, model);
    return model;
  };
};

/** @throws ContractMismatch when the model has no such attribute. */
export const attributeOf = (model: Model, name: string): ModelAttribute => {
  const attribute = model.attributes[name];
  if (attribute === undefined) {
    throw new ContractMismatch(`the model ${model.name} has no attribute "${name}"`);
  }
  return attribute;
};
