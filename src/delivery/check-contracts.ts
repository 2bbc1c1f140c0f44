import { ContractError, Misfit } from './misfit';
import type { ModelLookup } from './model';
import { compilePlan } from './plan';
import type { NamedReading } from './readings';

const problemsOf = (models: ModelLookup, { uid, form }: NamedReading): readonly string[] => {
  try {
    compilePlan(models, uid, form);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    if (error instanceof Misfit) return [error.message];
    throw error;
  }
};

/**
 * Walks every form that is read together with the models, before Strapi brings the database in line with
 * them: a content type that has lost an attribute an endpoint shows would lose the column, too.
 *
 * @throws ContractError naming the endpoint and the field of everything that does not fit
 */
export const checkContracts = (models: ModelLookup, readings: readonly NamedReading[]): void => {
  const problems = readings.flatMap((reading) =>
    problemsOf(models, reading).map((problem) => `${reading.reader}: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
};
