import { DatabaseError } from 'pg';
import type { Contract, ContractLookup } from './contract';
import { ContractError } from './misfit';
import { readings } from './readings';

/** SQLSTATE class 42: a statement names what is not there, or not of that kind. */
const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code?.startsWith('42') === true;

/**
 * Compiles everything that is read before the first request needs it.
 *
 * @param prepare has the database look at a contract's statement; null where none are used
 * @throws ContractError naming the endpoint whose statement the database refuses
 */
export const compileReadings = async (
  contracts: ContractLookup,
  prepare: ((contract: Contract) => Promise<void>) | null,
): Promise<void> => {
  const done = new Set<Contract>();
  for (const { reader, uid, form } of readings) {
    const contract = contracts(uid, form);
    if (prepare === null || done.has(contract)) continue;
    done.add(contract);
    try {
      await prepare(contract);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new ContractError([`${reader}: ${uid} cannot be read: ${error.message}`]);
    }
  }
};
