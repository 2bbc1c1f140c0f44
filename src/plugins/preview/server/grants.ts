import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { featuresOf, previewsOf } from '../../../feature/application';
import type { VisibleDraft } from '../../../delivery/visible-draft';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { abilityFor } from '../../../platform/strapi/actor';
import { countRevocations } from './revocations';
import type { PreviewGrant } from './token';

/** An administrator: ID and abilities (`@casl/ability`). */
export type Person = { user: number; ability: unknown };

/**
 * Returns the content of a preview token for an entry; null if the administrator may not read the
 * entry's draft.
 */
export const grantFor = async (
  { strapi }: WithStrapi,
  { user, ability }: Person,
  { uid, documentId }: { uid: UID.ContentType; documentId: string },
): Promise<PreviewGrant | null> => {
  const locales = await entryAccess({ strapi }, { ability, uid }).draftLocales('read', documentId);
  if (locales.length === 0) return null;
  const revocations = await countRevocations({ strapi }, user);
  return { uid, documentId, locales, user, revocations };
};

/**
 * Returns the draft that a token opens, limited to the locales that its administrator may still
 * read. Returns null if no locale is left, if the administrator can no longer sign in, or if the
 * token was revoked.
 */
export const draftGranted = async (
  { strapi }: WithStrapi,
  signed: PreviewGrant,
): Promise<VisibleDraft | null> => {
  const { uid, documentId, user } = signed;
  if (!Object.hasOwn(previewsOf(featuresOf({ strapi })), uid)) return null;
  const reading = { action: 'plugin::content-manager.explorer.read', subject: uid };
  const ability = await abilityFor({ strapi }, user, reading);
  if (ability === null) return null;
  const entry = { uid: uid as UID.ContentType, documentId };
  const now = await grantFor({ strapi }, { user, ability }, entry);
  if (now?.revocations !== signed.revocations) return null;
  const locales = signed.locales.filter((locale) => now.locales.includes(locale));
  return locales.length === 0 ? null : { uid, documentId, locales };
};
