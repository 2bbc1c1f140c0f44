import type { WithStrapi } from '../../../platform/with-strapi';
import { tableOf } from '../../../platform/strapi/queries';
import { accountSettings } from '../settings';
import { type CodePurpose, hashOfCode, newCode, sha256, writtenCode } from './code-text';

/** Called so since it held reset codes only; a row without a purpose is one of an older release. */
const CODE = 'plugin::account.reset-code';

/** Whom a code belongs to, and the address that it was sent to. */
type Holder = { id: number; email: string };

type StoredCode = { id: number; userNumber: number; emailHash: string | null };

const codesOf = ({ strapi }: WithStrapi) => tableOf<StoredCode>({ strapi }, CODE);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * A confirmation e-mail that cannot be delivered is written again at every try for days; no more codes than
 * these are kept of one account.
 */
const KEPT_CONFIRMATIONS = 20;

/** How long a code holds, in the unit in which people are told. */
const lifetimeOf = ({ strapi }: WithStrapi, purpose: CodePurpose) => {
  const settings = accountSettings.of({ strapi });
  return purpose === 'reset-password'
    ? { units: settings.resetCodeMinutes, milliseconds: settings.resetCodeMinutes * MINUTE }
    : { units: settings.confirmCodeDays, milliseconds: settings.confirmCodeDays * DAY };
};

const dropOldConfirmations = async ({ strapi }: WithStrapi, { id }: Holder): Promise<void> => {
  const codes = codesOf({ strapi });
  const surplus = await codes.findMany({
    where: { userNumber: id, purpose: 'confirm-email' },
    orderBy: { id: 'desc' },
    offset: KEPT_CONFIRMATIONS,
    limit: 1000,
    select: ['id'],
  });
  if (surplus.length === 0) return;
  await codes.deleteMany({ where: { id: { $in: surplus.map((row) => row.id) } } });
};

/**
 * Makes a code and remembers only its hash. Codes made before go on holding until one is used: nobody can
 * tell which of several mails arrives.
 *
 * @returns the code as it is to be written, and how many minutes (`reset-password`) or days
 * (`confirm-email`) it holds
 */
export const createCode = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  user: Holder,
): Promise<{ code: string; lifetime: number }> => {
  const { units, milliseconds } = lifetimeOf({ strapi }, purpose);
  const code = newCode();
  const codes = codesOf({ strapi });
  await codes.deleteMany({ where: { userNumber: user.id, expiresAt: { $lt: new Date() } } });
  await codes.create({
    data: {
      codeHash: hashOfCode(code, purpose),
      purpose,
      userNumber: user.id,
      emailHash: sha256(user.email),
      expiresAt: new Date(Date.now() + milliseconds),
    },
  });
  if (purpose === 'confirm-email') await dropOldConfirmations({ strapi }, user);
  return { code: writtenCode(code, purpose), lifetime: units };
};

const findCode = ({ strapi }: WithStrapi, purpose: CodePurpose, code: string) =>
  codesOf({ strapi }).findOne({
    where: { codeHash: hashOfCode(code, purpose), expiresAt: { $gt: new Date() } },
    select: ['userNumber', 'emailHash'],
  });

/** The id of the user whose code it is, if it holds. */
export const ownerOfCode = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  code: string,
): Promise<number | null> => (await findCode({ strapi }, purpose, code))?.userNumber ?? null;

/**
 * Whether a code holds, is this user's, and was sent to the address that the user has now: what was sent to
 * an earlier one proves nothing about this one. Ask with the user's row locked, or it may be used twice.
 */
export const isCodeOf = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  code: string,
  user: Holder,
): Promise<boolean> => {
  const stored = await findCode({ strapi }, purpose, code);
  // An older release writes no address; its codes are good for minutes.
  return (
    stored?.userNumber === user.id &&
    (stored.emailHash ?? sha256(user.email)) === sha256(user.email)
  );
};

/** Takes all of a user's codes back, or those for one purpose. */
export const dropCodes = async (
  { strapi }: WithStrapi,
  user: { id: number },
  purpose?: CodePurpose,
): Promise<void> => {
  await strapi.db
    .query(CODE)
    .deleteMany({ where: { userNumber: user.id, ...(purpose !== undefined && { purpose }) } });
};

/** Drops what has run out by itself. */
export const forgetExpiredCodes = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(CODE).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
