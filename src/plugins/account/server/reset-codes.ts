import { createHash, randomInt } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Settings } from '../../../settings';

type Strapi = { strapi: Core.Strapi };

const RESET_CODE = 'plugin::account.reset-code';

/** Without letters and figures that look alike. 20 of these 31 are 99 bits: nobody guesses one. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 20;

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-');
};

/** However it was typed. A plain hash will do: there is nothing to try out in 99 bits. */
const digest = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');

/**
 * Makes a code and remembers only its hash. Codes made before go on holding until one is used: nobody can
 * tell which of several letters arrives.
 */
export const createResetCode = async (
  { strapi }: Strapi,
  user: { id: number },
): Promise<{ code: string; minutes: number }> => {
  const { resetCodeMinutes: minutes } = strapi.config.get<Settings['account']>('settings.account');
  const code = newCode();
  const codes = strapi.db.query(RESET_CODE);
  await codes.deleteMany({ where: { userNumber: user.id, expiresAt: { $lt: new Date() } } });
  await codes.create({
    data: {
      codeHash: digest(code),
      userNumber: user.id,
      expiresAt: new Date(Date.now() + minutes * 60_000),
    },
  });
  return { code, minutes };
};

/** Whose code it is, if it holds. */
export const ownerOfResetCode = async (
  { strapi }: Strapi,
  code: string,
): Promise<number | null> => {
  const found = (await strapi.db.query(RESET_CODE).findOne({
    where: { codeHash: digest(code), expiresAt: { $gt: new Date() } },
    select: ['userNumber'],
  })) as { userNumber: number } | null;
  return found?.userNumber ?? null;
};

/** Takes all of a user's codes back. */
export const dropResetCodes = async ({ strapi }: Strapi, user: { id: number }): Promise<void> => {
  await strapi.db.query(RESET_CODE).deleteMany({ where: { userNumber: user.id } });
};

export const forgetExpiredResetCodes = async ({ strapi }: Strapi): Promise<void> => {
  await strapi.db.query(RESET_CODE).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
