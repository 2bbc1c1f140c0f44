import type { WithStrapi } from '../../../platform/with-strapi';
import { createBusinessLineFinder, type BusinessLineFinder } from './business-line-finder';
import { currentLimits } from '../../../catalogue/access/limits';
import { ownershipOf } from '../../../catalogue/access/ownership';
import { refusalOf } from './refusal';
import { refusalError } from './refuse';

const UPDATE = 'plugin::content-manager.explorer.update';

/**
 * Creates a function that returns why the current user may not change an entry; null if they may.
 */
export const createDenialReason = ({ strapi }: WithStrapi) => {
  let belonging: BusinessLineFinder | undefined;

  return async (uid: string, documentId: string, locale: string | null): Promise<Error | null> => {
    const limits = currentLimits({ strapi }, UPDATE, uid);
    if (limits === null) return null;
    belonging ??= createBusinessLineFinder({ strapi });
    const lines = await belonging.linesOfEntries(uid, [documentId]);
    const written = { lines: lines.map((line) => line.documentId), locales: [locale] };
    const refusal = refusalOf(limits, written, ownershipOf({ strapi }, uid).kind !== 'shared');
    return refusal === null ? null : refusalError({ strapi }, refusal, lines);
  };
};
