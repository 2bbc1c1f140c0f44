import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getFeatures, collectPreviews } from '#feature/application';
import type { VisibleDraft } from '#delivery/readers/reader';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { loadAbility } from '#platform/strapi/actor';
import type { Definition } from '#platform/database/installer';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import type { PreviewGrant } from './token';

const REVOCATIONS = 'preview.revocations';

/** ID that stands for all administrators; user IDs start at 1. */
export const EVERYBODY = 0;

/**
 * Table with the number of revocations per administrator. A counter needs no clock, which may
 * differ between nodes.
 */
export const createRevocationDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: REVOCATIONS,
    create: `
      CREATE SCHEMA IF NOT EXISTS preview;
      CREATE TABLE ${REVOCATIONS} (user_id bigint PRIMARY KEY, times integer NOT NULL)`,
  },
];

/**
 * Returns the number of revocations for an administrator, including those for everybody. A token is
 * valid for one number only.
 */
const countRevocations = async ({ strapi }: WithStrapi, user: number): Promise<number> => {
  const { rows } = await sql(
    { strapi },
    `SELECT coalesce(sum(times), 0)::int AS times FROM ${REVOCATIONS} WHERE user_id IN (?, ?)`,
    [EVERYBODY, user],
  );
  return Number(rows[0]?.times);
};

/** Revokes all preview tokens of an administrator, or of everybody. */
export const revokePreviews = async ({ strapi }: WithStrapi, user: number): Promise<void> => {
  await runSqlInTransaction(
    { strapi },
    `INSERT INTO ${REVOCATIONS} AS r (user_id, times) VALUES (?, 1)
       ON CONFLICT (user_id) DO UPDATE SET times = r.times + 1`,
    [user],
  );
};

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
  const locales = await createEntryAccess({ strapi }, { ability, uid }).draftLocales(
    'read',
    documentId,
  );
  if (locales.length === 0) return null;
  const revocations = await countRevocations({ strapi }, user);
  return { uid, documentId, locales, user, revocations };
};

/**
 * Returns the draft that a token opens, limited to the locales that its administrator may still
 * read. Returns null if no locale is left, if the administrator can no longer sign in, or if the
 * token was revoked.
 */
export const loadGrantedDraft = async (
  { strapi }: WithStrapi,
  signed: PreviewGrant,
): Promise<VisibleDraft | null> => {
  const { uid, documentId, user } = signed;
  if (!Object.hasOwn(collectPreviews(getFeatures({ strapi })), uid)) return null;
  const reading = { action: 'plugin::content-manager.explorer.read', subject: uid };
  const ability = await loadAbility({ strapi }, user, reading);
  if (ability === null) return null;
  const entry = { uid: uid as UID.ContentType, documentId };
  const now = await grantFor({ strapi }, { user, ability }, entry);
  if (now?.revocations !== signed.revocations) return null;
  const locales = signed.locales.filter((locale) => now.locales.includes(locale));
  return locales.length === 0 ? null : { uid, documentId, locales };
};
