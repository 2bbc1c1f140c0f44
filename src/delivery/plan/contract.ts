import type { z } from '@strapi/utils';
import { DatabaseError } from 'pg';
import {
  MEDIA_UID,
  type ModelLookup,
  hasStoredSlots,
  ContractError,
  ContractMismatch,
} from './model';
import {
  isContentType,
  type LinkAddresses,
  findDependencies,
  listParameters,
  listPlans,
  type FieldOfKind,
  type PlanField,
  type ReadPlan,
} from './read-plan';
import { type Includable, type SettingName, includables } from './field-source';
import { compilePlan } from './compile-plan';
import type { ContractRead, Endpoint } from '#platform/http/endpoint';
import { collectSelectionAttributes } from './selection-attributes';

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
export const createContractLookup = (
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
    isContentType(field.plan) &&
    field.plan.uid !== MEDIA_UID &&
    !hasStoredSlots(models(field.plan.uid));

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
      dependencies: findDependencies(plan),
      parameters: listParameters(plan),
      sortAttributes,
      references: new Map(
        listPlans(plan, isReference).flatMap(({ fields }) =>
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
export const listEndpointReads = ({
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

const findProblems = (models: ModelLookup, read: NamedContractRead): readonly string[] => {
  try {
    collectSelectionAttributes(models, [read]);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    if (error instanceof ContractMismatch) return [error.message];
    throw error;
  }
};

/**
 * Checks every contract against the models before Strapi migrates the database schema. Otherwise a
 * content type without an attribute that an endpoint shows would first lose its column.
 *
 * @throws ContractError that names the endpoint and the field of every mismatch
 */
export const checkContracts = (models: ModelLookup, reads: readonly NamedContractRead[]): void => {
  const problems = reads.flatMap((read) =>
    findProblems(models, read).map((problem) => `${read.reader}: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
};

/** SQLSTATE class 42: the statement names an object that does not exist or is of another kind. */
const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code?.startsWith('42') === true;

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/**
 * Retries after a deadlock. Another node that starts at the same time may be creating triggers, and
 * PostgreSQL then aborts one of the two.
 */
const withTries = async (
  work: () => Promise<void>,
  retriesLeft = MAX_ATTEMPTS - 1,
): Promise<void> =>
  work().catch((error: unknown) => {
    const isDeadlock = error instanceof DatabaseError && error.code === DEADLOCK;
    if (!isDeadlock || retriesLeft === 0) throw error;
    return withTries(work, retriesLeft - 1);
  });

/**
 * Compiles every contract before the first request.
 *
 * @param check has the database check a contract's statements
 * @throws ContractError that names the endpoint whose statement the database rejects
 */
export const compileContracts = async (
  reads: readonly NamedContractRead[],
  contracts: ContractLookup,
  check: (contract: Contract) => Promise<void>,
): Promise<void> => {
  const checkedContracts = new Set<Contract>();
  for (const { reader, uid, form, includes } of reads) {
    const contract = contracts(uid, form, includes);
    if (checkedContracts.has(contract)) continue;
    checkedContracts.add(contract);
    try {
      await withTries(() => check(contract));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new ContractError([`${reader}: ${uid} cannot be read: ${error.message}`]);
    }
  }
};
