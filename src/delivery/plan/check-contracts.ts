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
 * Walks every form that is read together with the models, before Strapi brings the database in line with
 * them: a content type that has lost an attribute an endpoint shows would lose the column, too.
 *
 * @throws ContractError naming the endpoint and the field of everything that does not fit
 */
export const checkContracts = (models: ModelLookup, reads: readonly NamedContractRead[]): void => {
  const problems = reads.flatMap((read) =>
    problemsOf(models, read).map((problem) => `${read.reader}: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
};
