import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { importErrors } from '../errors';
import { inTurn, SlotsTaken } from '../file/sheet-slots';

/**
 * Runs work on a file when a slot is free.
 *
 * @param signal ends the wait
 * @throws RateLimitError `TOO_MANY_FILES`; http-error 503 `FILES_BUSY`
 */
export const runInSlot = async <T>(
  { strapi }: WithStrapi,
  person: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  try {
    return await inTurn(person, work, signal);
  } catch (error) {
    if (!(error instanceof SlotsTaken)) throw error;
    const { TOO_MANY_FILES, FILES_BUSY } = importErrors;
    throw localizedError({ strapi }, error.by === 'person' ? TOO_MANY_FILES : FILES_BUSY);
  }
};
