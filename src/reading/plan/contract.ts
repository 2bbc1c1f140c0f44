import type { z } from '@strapi/utils';
import type { ModelLookup } from './model';
import { compilePlan } from './compile-plan';
import { dependenciesOf, embeddedIn, parametersOf, type ReadPlan } from './read-plan';
import type { SlotMemory } from './slots';

/** A response form together with the type it is read from, worked out once. */
export type Contract = {
  /** Tells contracts apart within this process. */
  key: string;
  uid: string;
  plan: ReadPlan;
  /** The content types whose change can change a response. */
  dependencies: ReadonlySet<string>;
  /** Those of them that a document shows besides itself; its own type only if it shows others of it. */
  embedded: ReadonlySet<string>;
  /** The request parameters that the form refers to. */
  parameters: readonly string[];
};

export type ContractLookup = (uid: string, schema: z.ZodType) => Contract;

/**
 * Compiles contracts when they are first asked for.
 *
 * @param onCompiled is told of each one that was not known before
 */
export const contractsOf = (
  models: ModelLookup,
  slotMemory: SlotMemory,
  onCompiled: (contract: Contract) => void = () => undefined,
): ContractLookup => {
  const known = new WeakMap<z.ZodType, Map<string, Contract>>();
  let count = 0;
  return (uid, schema) => {
    const ofSchema = known.get(schema) ?? new Map<string, Contract>();
    known.set(schema, ofSchema);
    const before = ofSchema.get(uid);
    if (before !== undefined) return before;
    const plan = compilePlan(models, uid, schema, slotMemory);
    const contract: Contract = {
      key: `${uid}#${(count += 1)}`,
      uid,
      plan,
      dependencies: dependenciesOf(plan),
      embedded: embeddedIn(plan),
      parameters: parametersOf(plan),
    };
    ofSchema.set(uid, contract);
    onCompiled(contract);
    return contract;
  };
};
