import type { Core } from '@strapi/types';
// Before all others: it settles which environment the process runs in.
import { createApplication } from './application';
import { ContractError } from '../../src/delivery/contract-mismatch';
import { StartRefused } from '../../src/releases/refusal';
import { createStoppable } from './shutdown';
import { surviveOutages } from './survive-outages';

/**
 * Starts the compiled application and serves it until a signal ends it. A start that fails ends the
 * process; where it was refused for a reason that we can name, without a stack trace, which would only bury it.
 *
 * @param prepare is done when everything is loaded and nobody is let in yet
 */
export const serve = async (
  prepare: (strapi: Core.Strapi) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  surviveOutages();
  const strapi = createStoppable(createApplication);
  try {
    await strapi.load();
    await prepare(strapi);
    await strapi.listen();
  } catch (error) {
    const isRefused = error instanceof ContractError || error instanceof StartRefused;
    if (!isRefused) return strapi.stopWithError(error);
    process.stderr.write(`The service cannot start. ${error.message}\n`);
    process.exit(1);
  }
};
