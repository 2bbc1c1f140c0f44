import { DatabaseError } from 'pg';
import type { Contract, ContractLookup, NamedContractRead } from './contract';
import { ContractError, ContractMismatch, type ModelLookup } from './model';
import { selectionAttributesIn } from './selection-attributes';

const problemsOf = (models: ModelLookup, read: NamedContractRead): readonly string[] => {
  try {
    selectionAttributesIn(models, [read]);
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
    problemsOf(models, read).map((problem) => `${read.reader}: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
};

/** SQLSTATE class 42: the statement names an object that does not exist or is of another kind. */
const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code?.startsWith('42') === true;

const DEADLOCK = '40P01';
const TRIES = 5;

/**
 * Retries after a deadlock. Another node that starts at the same time may be creating triggers, and
 * PostgreSQL then aborts one of the two.
 */
const withTries = async (work: () => Promise<void>, retriesLeft = TRIES - 1): Promise<void> =>
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
