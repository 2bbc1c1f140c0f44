import type { z } from '@strapi/utils';
import type { SortKey } from './field-source';
import { type Model, type MediaField, getAttribute, type ModelLookup } from './model';

/**
 * Describes links, which hold a URL or a reference to an entry. A reference is resolved when the
 * link is read, so it survives a new slug. A feature registers which attributes hold links, and the
 * function that resolves them.
 */
export type LinkAddresses = {
  isLink: (model: Model, name: string) => boolean;
  /** Prefix of references; with a type, of references to its documents, whose ID follows. */
  prefixOf: (uid?: string) => string;
  /** Content types whose documents can contribute to a URL. */
  types: readonly string[];
  /**
   * Database function `(link text, holder text, row_id bigint, drafts boolean)`. For a link in a
   * row of type `holder` it returns the `address`, and the dependency `keys` of that address,
   * separated by commas.
   */
  resolver: string;
};

export const noLinks: LinkAddresses = {
  isLink: () => false,
  prefixOf: () => '',
  types: [],
  resolver: '',
};

/**
 * The compiled form of a contract for one model. It says, for every key of the response in order,
 * where the value comes from and how to read it.
 */
export type ReadPlan = {
  uid: string;
  form: z.ZodObject;
  fields: readonly PlanField[];
  /** Whether a published row stores the documents of its slots; see `SLOTS`. */
  storesSlots: boolean;
};

/** A field whose value comes from other rows, which are joined through an attribute. */
type JoinedField = {
  attribute: string;
  plan: ReadPlan;
  sort: readonly SortKey[];
  /** Request parameter that restricts the rows to one locale. */
  narrowedBy: string | undefined;
  /** True if the field is a slot: it shows documents that can be unpublished. */
  isSlot: boolean;
};

type ScalarField = { kind: 'scalar'; key: string; attribute: string; isTimestamp: boolean };

type OneField = JoinedField & { kind: 'one'; key: string; isRequired: boolean };

type ManyField = JoinedField & {
  kind: 'many';
  key: string;
  where: { attribute: string; oneOf: readonly string[] } | undefined;
};

export type PlanField =
  | ScalarField
  | OneField
  | ManyField
  | ({ kind: 'pluck'; key: string; isMany: boolean } & JoinedField)
  | { kind: 'link'; key: string; attribute: string; addresses: LinkAddresses }
  | { kind: 'media'; key: MediaField }
  | { kind: 'absent'; key: string }
  | { kind: 'zone'; key: string; attribute: string; plans: ReadonlyMap<string, ReadPlan> }
  | { kind: 'component'; key: string; name: string }
  | {
      kind: 'referencedBy';
      key: string;
      uid: string;
      via: string;
      sort: readonly SortKey[];
      plan: ReadPlan;
    }
  | {
      kind: 'translation';
      key: string;
      /** Repeatable component with one item of texts per language. */
      attribute: string;
      /** Plan of one of its rows: the language and the field. */
      plan: ReadPlan;
      /** Field to use without a translation: a text, or components with texts. */
      untranslated: ScalarField | OneField | ManyField;
    }
  | { kind: 'parameter'; key: string; name: string }
  | { kind: 'constant'; key: string; value: string };

/** Request parameter that selects the language of texts, and the field with their language. */
export const LANGUAGE = { parameter: 'lang', field: 'language' } as const;

export type FieldOfKind<K extends PlanField['kind']> = Extract<PlanField, { kind: K }>;

type Without = (field: PlanField) => boolean;

const listChildPlans = ({ fields }: ReadPlan, without: Without): readonly ReadPlan[] =>
  fields.flatMap((field) => {
    if (without(field)) return [];
    if (field.kind === 'zone') return [...field.plans.values()];
    if (field.kind === 'translation') {
      return 'plan' in field.untranslated ? [field.plan, field.untranslated.plan] : [field.plan];
    }
    return 'plan' in field ? [field.plan] : [];
  });

/** Returns a plan and all plans nested in it. */
export const listPlans = (plan: ReadPlan, without: Without = () => false): readonly ReadPlan[] => [
  plan,
  ...listChildPlans(plan, without).flatMap((inner) => listPlans(inner, without)),
];

export const isContentType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/** Returns the content types whose changes can change a response of this plan. */
export const findDependencies = (plan: ReadPlan): ReadonlySet<string> =>
  new Set(
    listPlans(plan).flatMap((inner) => [
      // A component is part of the row that holds it.
      ...(isContentType(inner) ? [inner.uid] : []),
      ...inner.fields.flatMap((field) => (field.kind === 'link' ? field.addresses.types : [])),
    ]),
  );

/** Returns the request parameters that a plan refers to, sorted. */
export const listParameters = (plan: ReadPlan): readonly string[] => {
  const names = listPlans(plan).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.kind === 'parameter') return [field.name];
      if (field.kind === 'translation') return [LANGUAGE.parameter];
      return 'narrowedBy' in field && field.narrowedBy !== undefined ? [field.narrowedBy] : [];
    }),
  );
  return [...new Set(names)].sort();
};

/** A field that shows the documents of another type that reference this document. */
export type InverseField = {
  uid: string;
  via: string;
  /** Attribute that some of those documents are filtered by. */
  compared: string | null;
  /** Empty if they are shown in the order of their links. */
  sort: readonly SortKey[];
  /** Whether it is the other side of a relation of this document. */
  isMapped: boolean;
};

const findInverseField = (
  models: ModelLookup,
  uid: string,
  field: PlanField,
): InverseField | null => {
  if (field.kind === 'referencedBy') {
    return { uid: field.uid, via: field.via, compared: null, sort: field.sort, isMapped: false };
  }
  if (field.kind !== 'one' && field.kind !== 'many' && field.kind !== 'pluck') return null;
  const { mappedBy } = getAttribute(models(uid), field.attribute);
  if (mappedBy === undefined) return null;
  const compared = field.kind === 'many' ? (field.where?.attribute ?? null) : null;
  return { uid: field.plan.uid, via: mappedBy, compared, sort: field.sort, isMapped: true };
};

/** Returns the inverse fields of a plan, without those of nested documents. */
export const listInverseFields = (
  models: ModelLookup,
  { uid, fields }: ReadPlan,
): readonly InverseField[] => fields.flatMap((field) => findInverseField(models, uid, field) ?? []);

/** Returns true if a plucked value can be recognised within a text: no list and no object. */
export const isPluckedAlone = (models: ModelLookup, { uid, fields }: ReadPlan): boolean => {
  const [only] = fields;
  if (only?.kind !== 'scalar') return false;
  const { type } = getAttribute(models(uid), only.attribute);
  return type !== null && type !== 'json' && type !== 'blocks';
};

/**
 * Returns the types on whose every change a document depends, because the plan does not allow keys
 * per document. It filters its own relation by content, or shows a value that is a list or an
 * object.
 *
 * @param without skips fields and everything within them
 */
export const findWholeTypes = (
  models: ModelLookup,
  plan: ReadPlan,
  without?: (field: PlanField) => boolean,
): ReadonlySet<string> =>
  new Set(
    listPlans(plan, without).flatMap((inner) =>
      inner.fields.flatMap((field) => {
        const isChosen =
          field.kind === 'many' &&
          field.where !== undefined &&
          findInverseField(models, inner.uid, field) === null;
        const isUnmarked =
          field.kind === 'pluck' &&
          isContentType(field.plan) &&
          !isPluckedAlone(models, field.plan);
        return isChosen || isUnmarked ? [field.plan.uid] : [];
      }),
    ),
  );
