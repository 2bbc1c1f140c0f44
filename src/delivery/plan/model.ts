import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  findModel,
  hasDrafts,
  isLocalized,
  type AttributeSchema,
  type ModelSchema,
} from '#platform/strapi/models';

export const MEDIA_UID = 'plugin::upload.file';

const computed = ['url', 'formats', 'isUrlSigned', 'previewUrl', 'alternativeText'] as const;

/** A key of a media object whose value is computed; all other keys are columns. */
export type MediaField = (typeof computed)[number];

export const isMediaField = (key: string): key is MediaField =>
  (computed as readonly string[]).includes(key);

/** Content type of a locale. */
export const LANGUAGES = 'plugin::i18n.locale';

/** One mismatch between a contract and a content type. */
export class ContractMismatch extends Error {
  override name = 'ContractMismatch';
}

/** All mismatches between contracts and their content types. */
export class ContractError extends Error {
  override name = 'ContractError';

  constructor(readonly problems: readonly string[]) {
    super(
      [
        'These contracts do not fit the content types that they are read from:',
        ...problems.map((problem) => `  - ${problem}`),
      ].join('\n'),
    );
  }
}

export type ModelAttribute = {
  kind: 'value' | 'relation' | 'component' | 'media' | 'zone';
  /** Strapi's type of a scalar, such as `decimal`; null if it may hold anything. */
  type: string | null;
  /** Type behind a relation, component or media; undefined for scalars and dynamic zones. */
  target: string | undefined;
  isMany: boolean;
  /** For the inverse side of a relation: the attribute on the owning side. */
  mappedBy: string | undefined;
  /** For the owning side of a two-sided relation: the attribute on the other side. */
  inversedBy?: string | undefined;
  /** Components that a dynamic zone allows. */
  zone: readonly string[];
  /** Custom field that it is edited with, such as `plugin::prices.price`. */
  customField?: string | undefined;
};

export type Model = {
  uid: string;
  /** Display name in the admin panel. */
  name: string;
  attributes: Readonly<Record<string, ModelAttribute>>;
  isLocalized: boolean;
  hasDrafts: boolean;
};

export type ModelLookup = (uid: string) => Model;

/** Columns of every row that no schema file lists. */
const rowAttributes = {
  id: 'integer',
  documentId: 'string',
  createdAt: 'datetime',
  updatedAt: 'datetime',
  publishedAt: 'datetime',
  locale: 'string',
};

/** Attributes that never change during a document's life. */
export const identityAttributes: ReadonlySet<string> = new Set(['documentId', 'locale']);

/** Strapi's internal relation between the locales of a document; no response shows it. */
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
      const { target, mappedBy, inversedBy } = raw;
      return { ...value, kind: 'relation', target, isMany, mappedBy, inversedBy };
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
        target: MEDIA_UID,
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

export const createModelLookup = ({ strapi }: WithStrapi): ModelLookup => {
  const cache = new Map<string, Model>();
  return (uid) => {
    const before = cache.get(uid);
    if (before !== undefined) return before;
    const raw = findModel({ strapi }, uid);
    if (raw === undefined) throw new ContractMismatch(`there is no model ${uid}`);
    const model = describeModel(raw);
    cache.set(uid, model);
    return model;
  };
};

/** @throws ContractMismatch if the model has no such attribute. */
export const getAttribute = (model: Model, name: string): ModelAttribute => {
  const attribute = model.attributes[name];
  if (attribute === undefined) {
    throw new ContractMismatch(`the model ${model.name} has no attribute "${name}"`);
  }
  return attribute;
};

/**
 * JSON attribute in which a published row stores the documents of its slots; page types have it. A
 * slot is a relation of a document, or of a component within it, to a type that can be unpublished.
 * When the target is unpublished, Strapi permanently empties the relation of the published row
 * (https://github.com/strapi/strapi/issues/25361). A feature writes the attribute, and the engine
 * only reads it.
 */
export const SLOTS = 'slots';

/** Document IDs in each slot of a published row, in the editor's order, by {@link buildSlotKey}. */
export type RememberedSlots = Readonly<Record<string, readonly string[]>>;

export const hasStoredSlots = ({ attributes }: Model): boolean => SLOTS in attributes;

/** Returns true if an attribute of a document, or of a component within it, is a slot. */
export const isSlot = (models: ModelLookup, model: Model, name: string): boolean => {
  const attribute = model.attributes[name];
  return (
    attribute?.kind === 'relation' &&
    attribute.target !== undefined &&
    models(attribute.target).hasDrafts
  );
};

/**
 * Returns the key of a slot in a row's stored slots. The key is persisted, and the compiled
 * statements build it as well.
 *
 * @param path attribute names and positions from the document to the relation: `['shelves', '0',
 * 'products']`
 */
export const buildSlotKey = (path: readonly string[]): string => path.join('/');
