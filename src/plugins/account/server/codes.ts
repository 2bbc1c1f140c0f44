import { createHash, randomInt } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { accountSettings } from '../settings';

/** Purpose of a code that was sent by e-mail. */
type CodePurpose = 'reset-password' | 'confirm-email';

/**
 * Alphabet without similar letters and digits. 20 of these 31 characters have 99 bits, which cannot
 * be guessed.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 20;

export const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Returns a code as it is sent: in groups for typing, or plain for a link. */
export const formatCode = (code: string, purpose: CodePurpose): string =>
  purpose === 'reset-password' ? code.replace(/(.{5})(?=.)/g, '$1-') : code.toLowerCase();

const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the hash that is stored of a code, independent of how the code is typed. A plain hash is
 * enough, because 99 bits cannot be tried out. It includes the purpose, so that a code works for
 * nothing else, even in an older release without purposes.
 */
export const hashOfCode = (code: string, purpose: CodePurpose): string => {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return computeSha256(purpose === 'reset-password' ? plain : `${purpose} ${plain}`);
};

/**
 * Content type of codes. The name dates from when there were only reset codes; rows without a
 * purpose are from an older release.
 */
const CODE = 'plugin::account.reset-code';

/** Owner of a code, with the address that it was sent to. */
type Holder = { id: number; email: string };

type StoredCode = { id: number; userNumber: number; emailHash: string | null };

const getCodeTable = ({ strapi }: WithStrapi) => getTable<StoredCode>({ strapi }, CODE);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Maximum number of confirmation codes of an account. Every attempt to deliver a confirmation
 * e-mail writes another one, for days if delivery fails.
 */
const KEPT_CONFIRMATIONS = 20;

/** Returns the lifetime of a code in milliseconds and in the unit that its reader sees. */
const getLifetime = ({ strapi }: WithStrapi, purpose: CodePurpose) => {
  const settings = accountSettings.of({ strapi });
  return purpose === 'reset-password'
    ? { units: settings.resetCodeMinutes, milliseconds: settings.resetCodeMinutes * MINUTE }
    : { units: settings.confirmCodeDays, milliseconds: settings.confirmCodeDays * DAY };
};

const dropOldConfirmations = async ({ strapi }: WithStrapi, { id }: Holder): Promise<void> => {
  const codes = getCodeTable({ strapi });
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
 * Creates a code and stores only its hash. Earlier codes stay valid until one is used, because
 * nobody knows which of several mails arrives.
 *
 * @returns the code as it is written, and its lifetime in minutes (`reset-password`) or days
 * (`confirm-email`)
 */
export const createCode = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  user: Holder,
): Promise<{ code: string; lifetime: number }> => {
  const { units, milliseconds } = getLifetime({ strapi }, purpose);
  const code = generateCode();
  const codes = getCodeTable({ strapi });
  await codes.deleteMany({ where: { userNumber: user.id, expiresAt: { $lt: new Date() } } });
  await codes.create({
    data: {
      codeHash: hashOfCode(code, purpose),
      purpose,
      userNumber: user.id,
      emailHash: computeSha256(user.email),
      expiresAt: new Date(Date.now() + milliseconds),
    },
  });
  if (purpose === 'confirm-email') await dropOldConfirmations({ strapi }, user);
  return { code: formatCode(code, purpose), lifetime: units };
};

const findCode = ({ strapi }: WithStrapi, purpose: CodePurpose, code: string) =>
  getCodeTable({ strapi }).findOne({
    where: { codeHash: hashOfCode(code, purpose), expiresAt: { $gt: new Date() } },
    select: ['userNumber', 'emailHash'],
  });

/** Returns the id of the user who owns a valid code. */
export const findCodeOwner = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  code: string,
): Promise<number | null> => (await findCode({ strapi }, purpose, code))?.userNumber ?? null;

/**
 * Tells whether a code is valid, belongs to the user, and was sent to the user's current address.
 * Codes sent to an earlier address prove nothing about the current one. Lock the user's row before
 * the call; otherwise the code may be used twice.
 */
export const isCodeOf = async (
  { strapi }: WithStrapi,
  purpose: CodePurpose,
  code: string,
  user: Holder,
): Promise<boolean> => {
  const storedCode = await findCode({ strapi }, purpose, code);
  // An older release stores no address; its codes are valid for minutes only.
  return (
    storedCode?.userNumber === user.id &&
    (storedCode.emailHash ?? computeSha256(user.email)) === computeSha256(user.email)
  );
};

/** Deletes the codes of a user, of all purposes or of one. */
export const dropCodes = async (
  { strapi }: WithStrapi,
  user: { id: number },
  purpose?: CodePurpose,
): Promise<void> => {
  await strapi.db
    .query(CODE)
    .deleteMany({ where: { userNumber: user.id, ...(purpose !== undefined && { purpose }) } });
};

export const forgetExpiredCodes = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(CODE).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
