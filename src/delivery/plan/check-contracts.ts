import { ContractError, ContractMismatch } from './contract-mismatch';
import type { ModelLookup } from './model';
import type { NamedContractRead } from './contract-reads';
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
