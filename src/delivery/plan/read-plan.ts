import type { z } from '@strapi/utils';
import type { SortKey } from './field-source';
import type { LinkAddresses } from './links';

/**
 * The compiled form of a contract for one model. It says, for every key of the response in order,
 * where the value comes from and how to read it.
 */
export type ReadPlan = {
  uid: string;
  /** Schema that it was compiled from. */
  form: z.ZodObject;
  fields: readonly PlanField[];
  /** Attribute in which a published row stores the documents of its slots; see `slots.ts`. */
  slotAttribute: string | null;
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

export type PlanField =
  | { kind: 'scalar'; key: string; attribute: string; isTimestamp: boolean }
  | { kind: 'link'; key: string; attribute: string; addresses: LinkAddresses }
  | { kind: 'media'; key: string }
  | { kind: 'absent'; key: string }
  | ({ kind: 'one'; key: string; isRequired: boolean } & JoinedField)
  | ({
      kind: 'many';
      key: string;
      where: { attribute: string; oneOf: readonly string[] } | undefined;
    } & JoinedField)
  | ({ kind: 'pluck'; key: string; isMany: boolean } & JoinedField)
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
      /** Repeatable component that holds the texts of one language each. */
      attribute: string;
      /** Plan of one of its rows: the language and the field. */
      plan: ReadPlan;
      /** Field to use without a translation. */
      untranslated: OwnField;
    }
  | { kind: 'parameter'; key: string; name: string }
  | { kind: 'constant'; key: string; value: string };

/** A translatable field: a text, or components with texts. */
export type OwnField =
  | { kind: 'scalar'; key: string; attribute: string; isTimestamp: boolean }
  | ({ kind: 'one'; key: string; isRequired: boolean } & JoinedField)
  | ({
      kind: 'many';
      key: string;
      where: { attribute: string; oneOf: readonly string[] } | undefined;
    } & JoinedField);

/**
 * Request parameter that selects the language of texts, and the field that stores their language.
 */
export const LANGUAGE = { parameter: 'lang', field: 'language' } as const;

export type FieldOfKind<K extends PlanField['kind']> = Extract<PlanField, { kind: K }>;

/** Selects fields to skip. */
type Without = (field: PlanField) => boolean;

const childrenOf = ({ fields }: ReadPlan, without: Without): readonly ReadPlan[] =>
  fields.flatMap((field) => {
    if (without(field)) return [];
    if (field.kind === 'zone') return [...field.plans.values()];
    if (field.kind === 'translation') {
      return 'plan' in field.untranslated ? [field.plan, field.untranslated.plan] : [field.plan];
    }
    return 'plan' in field ? [field.plan] : [];
  });

/** Returns a plan and all plans nested in it. */
export const plansIn = (plan: ReadPlan, without: Without = () => false): readonly ReadPlan[] => [
  plan,
  ...childrenOf(plan, without).flatMap((inner) => plansIn(inner, without)),
];

const contentTypesIn = (plans: readonly ReadPlan[]): readonly string[] =>
  plans.map(({ uid }) => uid).filter((uid) => uid.includes('::'));

/** Returns the content types that the URLs of links are made of. */
const linkedTypesIn = (plans: readonly ReadPlan[]): readonly string[] =>
  plans.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.kind === 'link' ? field.addresses.types : [])),
  );

/**
 * Returns the content types whose changes can change a response of this plan. Components are part
 * of the row that holds them, so they are not listed.
 */
export const dependenciesOf = (plan: ReadPlan): ReadonlySet<string> =>
  new Set([...contentTypesIn(plansIn(plan)), ...linkedTypesIn(plansIn(plan))]);

/** Returns the content types that a document of this plan shows besides itself. */
export const embeddedIn = (plan: ReadPlan): ReadonlySet<string> =>
  new Set([...contentTypesIn(plansIn(plan).slice(1)), ...linkedTypesIn(plansIn(plan))]);

/** Returns the request parameters that a plan refers to, sorted. */
export const parametersOf = (plan: ReadPlan): readonly string[] => {
  const names = plansIn(plan).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.kind === 'parameter') return [field.name];
      if (field.kind === 'translation') return [LANGUAGE.parameter];
      return 'narrowedBy' in field && field.narrowedBy !== undefined ? [field.narrowedBy] : [];
    }),
  );
  return [...new Set(names)].sort();
};
