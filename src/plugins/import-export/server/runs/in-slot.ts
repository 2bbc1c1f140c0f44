import type { Core } from '@strapi/types';
import { localizedError } from '../../../../http/localized-error';
import { importErrors } from '../errors';
import { takeSlot } from '../file/sheet-slots';

/**
 * Reads or writes a file beside others, as many as a person and a node may at once.
 *
 * @throws RateLimitError `TOO_MANY_FILES`; http-error 503 `FILES_BUSY`
 */
export const inSlot = async <T>(
  { strapi }: { strapi: Core.Strapi },
  person: number,
  work: () => Promise<T>,
): Promise<T> => {
  const slot = takeSlot(person);
  if (!slot.isTaken) {
    const { TOO_MANY_FILES, FILES_BUSY } = importErrors;
    throw localizedError({ strapi }, slot.isPersonal ? TOO_MANY_FILES : FILES_BUSY);
  }
  try {
    return await work();
  } finally {
    slot.release();
  }
};
