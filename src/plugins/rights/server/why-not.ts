import type { WithStrapi } from '../../../platform/with-strapi';
import { createBelonging, type Belonging } from './belonging';
import { limitsNow } from './limits';
import { ownershipOf } from './ownership';
import { refusalOf } from './refusal';
import { refusalError } from './refuse';

const UPDATE = 'plugin::content-manager.explorer.update';

/** Tells why whoever makes the current request may not change an entry as it is now; null where they may. */
export const createWhyNot = ({ strapi }: WithStrapi) => {
  let belonging: Belonging | undefined;

  return async (uid: string, documentId: string, locale: string | null): Promise<Error | null> => {
    const limits = limitsNow({ strapi }, UPDATE, uid);
    if (limits === null) return null;
    belonging ??= createBelonging({ strapi });
    const lines = await belonging.linesOfEntries(uid, [documentId]);
    const written = { lines: lines.map((line) => line.documentId), locales: [locale] };
    const refusal = refusalOf(limits, written, ownershipOf({ strapi }, uid).kind !== 'shared');
    return refusal === null ? null : refusalError({ strapi }, refusal, lines);
  };
};
