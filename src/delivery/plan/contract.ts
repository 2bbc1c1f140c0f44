import type { z } from '@strapi/utils';
import { MEDIA_UID, type ModelLookup, storesSlots } from './model';
import {
  type LinkAddresses,
  dependenciesOf,
  parametersOf,
  plansIn,
  type FieldOfKind,
  type PlanField,
  type ReadPlan,
} from './read-plan';
import { type Includable, type SettingName, includables } from './field-source';
import { compilePlan } from './compile-plan';
import type { ContractRead, Endpoint } from '../../platform/http/endpoint';

/** A response schema compiled for the content type that it is read from. */
export type Contract = {
  /** Unique key of the contract within this process. */
  key: string;
  uid: string;
  plan: ReadPlan;
  /** Content types whose changes can change a response. */
  dependencies: ReadonlySet<string>;
  parameters: readonly string[];
  /** Attributes of a nested document that decide whether it is shown, and in which order. */
  sortAttributes: readonly string[];
  /** Contracts of the nested documents, by the field that shows them. */
  references: ReadonlyMap<PlanField, Contract>;
};

export type ContractLookup = (
  uid: string,
  schema: z.ZodType,
  includes?: readonly Includable[],
) => Contract;

type ReferenceField = FieldOfKind<'one' | 'many' | 'referencedBy'>;

const sortAttributesOf = (field: ReferenceField): readonly string[] => {
  const where = field.kind === 'many' && field.where !== undefined ? [field.where.attribute] : [];
  const sort = field.sort.map((key) => key.replace(/^-/, ''));
  // A document's ID never changes.
  return [...new Set([...where, ...sort])].filter((name) => name !== 'documentId').sort();
};

/** Creates a lookup that compiles contracts on first use, and reports each compiled schema. */
export const contractsOf = (
  models: ModelLookup,
  links: LinkAddresses,
  settingOf: (name: SettingName) => unknown,
  onCompiled: (uid: string) => void = () => undefined,
): ContractLookup => {
  const contractsBySchema = new WeakMap<z.ZodType, Map<string, Contract>>();
  let count = 0;

  /** Files are part of their document. Documents with slots are read as a whole. */
  const isReference = (field: PlanField): field is ReferenceField =>
    (field.kind === 'one' || field.kind === 'many' || field.kind === 'referencedBy') &&
    field.plan.uid.includes('::') &&
    field.plan.uid !== MEDIA_UID &&
    !storesSlots(models(field.plan.uid));

  const find = (
    uid: string,
    schema: z.ZodType,
    includes: readonly Includable[],
    sortAttributes: readonly string[],
    planOf: () => ReadPlan,
  ): Contract => {
    const ofSchema = contractsBySchema.get(schema) ?? new Map<string, Contract>();
    contractsBySchema.set(schema, ofSchema);
    const contractKey = [uid, includes.join(), ...sortAttributes].join(' ');
    const cached = ofSchema.get(contractKey);
    if (cached !== undefined) return cached;
    const plan = planOf();
    const contract: Contract = {
      key: `#${(count += 1)}`,
      uid,
      plan,
      dependencies: dependenciesOf(plan),
      parameters: parametersOf(plan),
      sortAttributes,
      references: new Map(
        plansIn(plan, isReference).flatMap(({ fields }) =>
          fields.filter(isReference).map((field) => {
            const { plan: nested } = field;
            const sorting = sortAttributesOf(field);
            return [field, find(nested.uid, nested.form, includes, sorting, () => nested)] as const;
          }),
        ),
      ),
    };
    ofSchema.set(contractKey, contract);
    return contract;
  };

  return (uid, schema, includes = []) =>
    find(uid, schema, includes, [], () => {
      const plan = compilePlan(models, uid, schema, { links, settingOf, includes });
      onCompiled(uid);
      return plan;
    });
};

/** A contract with the name of its reader, for error messages. */
export type NamedContractRead = ContractRead & {
  reader: string;
  /** Groups of optional fields that are read too. */
  includes?: readonly Includable[];
};

/** Query parameter with the groups of optional fields that a response has. */
export const INCLUDE = 'include';

/** Returns the contracts that an endpoint reads by. */
export const readsOf = ({
  method,
  path,
  query,
  reads = [],
}: Endpoint): readonly NamedContractRead[] =>
  reads.flatMap((read) => {
    const plain = { reader: `${method} ${path}`, ...read };
    return query !== undefined && INCLUDE in query.shape
      ? [plain, { ...plain, includes: includables }]
      : [plain];
  });
