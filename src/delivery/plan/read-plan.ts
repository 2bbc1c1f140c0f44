import type { z } from '@strapi/utils';
import type { SortKey } from './field-source';
import type { LinkAddresses } from './links';

/**
 * What one contract needs of one model, compiled once: for every key of the response, in its order, where
 * the value comes from and how to read it.
 */
export type ReadPlan = {
  uid: string;
  /** What it was compiled from. */
  form: z.ZodObject;
  fields: readonly PlanField[];
  /** The attribute in which this document's published row remembers what its slots show; see `slots.ts`. */
  slotAttribute: string | null;
};

/** A field whose value is made from other rows, which are joined through an attribute. */
type JoinedField = {
  attribute: string;
  plan: ReadPlan;
  sort: readonly SortKey[];
  /** The request parameter that restricts the rows to one language. */
  narrowedBy: string | undefined;
  /** Shows other documents, which come and go with their own publication. */
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
      /** The repeatable component that holds the texts of one language each. */
      attribute: string;
      /** Of one of its rows: its language, and the field. */
      plan: ReadPlan;
      /** What is shown where nothing is translated. */
      own: OwnField;
    }
  | { kind: 'parameter'; key: string; name: string }
  | { kind: 'constant'; key: string; value: string };

/** What can be translated: a text, or components with texts. */
export type OwnField =
  | { kind: 'scalar'; key: string; attribute: string; isTimestamp: boolean }
  | ({ kind: 'one'; key: string; isRequired: boolean } & JoinedField)
  | ({
      kind: 'many';
      key: string;
      where: { attribute: string; oneOf: readonly string[] } | undefined;
    } & JoinedField);

/** The request's parameter that says in which language texts are wanted, and the field that says in which they are. */
export const LANGUAGE = { parameter: 'lang', field: 'language' } as const;

export type FieldOfKind<K extends PlanField['kind']> = Extract<PlanField, { kind: K }>;

/** Fields that are left out of what is looked at. */
type Without = (field: PlanField) => boolean;

const childrenOf = ({ fields }: ReadPlan, without: Without): readonly ReadPlan[] =>
  fields.flatMap((field) => {
    if (without(field)) return [];
    if (field.kind === 'zone') return [...field.plans.values()];
    if (field.kind === 'translation') {
      return 'plan' in field.own ? [field.plan, field.own.plan] : [field.plan];
    }
    return 'plan' in field ? [field.plan] : [];
  });

/** A plan and those of everything that it shows within, however deep. */
export const plansIn = (plan: ReadPlan, without: Without = () => false): readonly ReadPlan[] => [
  plan,
  ...childrenOf(plan, without).flatMap((inner) => plansIn(inner, without)),
];

const contentTypesIn = (plans: readonly ReadPlan[]): readonly string[] =>
  plans.map(({ uid }) => uid).filter((uid) => uid.includes('::'));

/** The content types of which the addresses behind links are made. */
const linkedTypesIn = (plans: readonly ReadPlan[]): readonly string[] =>
  plans.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.kind === 'link' ? field.addresses.types : [])),
  );

/**
 * The content types whose change can change a response made from this plan. Components are part of the
 * row that holds them and therefore not listed.
 */
export const dependenciesOf = (plan: ReadPlan): ReadonlySet<string> =>
  new Set([...contentTypesIn(plansIn(plan)), ...linkedTypesIn(plansIn(plan))]);

/** The content types that a document of this plan shows besides itself. */
export const embeddedIn = (plan: ReadPlan): ReadonlySet<string> =>
  new Set([...contentTypesIn(plansIn(plan).slice(1)), ...linkedTypesIn(plansIn(plan))]);

/** The request parameters that a plan refers to, in a stable order. */
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
