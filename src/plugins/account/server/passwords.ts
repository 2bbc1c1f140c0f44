import { randomBytes } from 'node:crypto';
import { compare, hash } from 'bcrypt';
import type { WithStrapi } from '../../../platform/with-strapi';
import { accountErrors } from '../contract';
import { commonErrors } from '../../../platform/http/common-errors';
import { type ApiError, httpError } from '../../../platform/http/errors';
import { localizedError } from '../../../platform/http/localized-error';
import { changeWrittenUsers } from '../../../platform/strapi/users-permissions';
import {
  bcryptInput,
  findPasswordProblem,
  formsOf,
  LONGEST,
  normalPassword,
  type PasswordProblem,
  SHORTEST,
} from './password-rules';
import { USER } from './users';
import { accountSettings, USUAL_PATTERN } from '../settings';

/** What is said of each broken rule; of the pattern, where it is the usual one. */
const messages: Readonly<Record<PasswordProblem, ApiError['message']>> = {
  'too-short': {
    en: `This password is too short: it needs at least ${SHORTEST} bytes, one for each plain character.`,
    es: `Esta contraseña es demasiado corta: necesita al menos ${SHORTEST} bytes, uno por cada carácter sencillo.`,
  },
  'too-long': {
    en: `This password is too long: it may have ${LONGEST} characters at most.`,
    es: `Esta contraseña es demasiado larga: puede tener ${LONGEST} caracteres como máximo.`,
  },
  pattern: {
    en: 'A password needs a lower-case letter, an upper-case letter and a digit.',
    es: 'Una contraseña necesita una minúscula, una mayúscula y una cifra.',
  },
  common: {
    en: 'This password is one of the most common ones, which are guessed first. Choose another one.',
    es: 'Esta contraseña es una de las más habituales, que son las primeras que se prueban. Elige otra.',
  },
};

/** What is said where a pattern of its own asks for other things. */
const otherPattern = {
  en: 'A password has to match the pattern in the details of this error.',
  es: 'Una contraseña tiene que cumplir el patrón que figura en los detalles de este error.',
};

/** @throws ValidationError `INVALID_PASSWORD` */
export const requireGoodPassword = ({ strapi }: WithStrapi, password: string): void => {
  const { passwordPattern, refusesCommonPasswords } = accountSettings.of({ strapi });
  const rule = { pattern: passwordPattern, refusesCommon: refusesCommonPasswords };
  const problem = findPasswordProblem(password, rule);
  if (problem === null) return;
  const hasOtherPattern = problem === 'pattern' && passwordPattern.source !== USUAL_PATTERN;
  const message = hasOtherPattern ? otherPattern : messages[problem];
  throw httpError(
    { ...accountErrors.INVALID_PASSWORD, message },
    { details: { pattern: passwordPattern.source, minBytes: SHORTEST, maxCharacters: LONGEST } },
  );
};

/** How much work a hash takes, as Strapi has it where the model says nothing else. */
const USUAL_ROUNDS = 10;

const roundsOf = ({ strapi }: WithStrapi): number => {
  const { password } = strapi.contentType(USER).attributes as {
    password?: { encryption?: { rounds?: number } };
  };
  return password?.encryption?.rounds ?? USUAL_ROUNDS;
};

/**
 * What is stored of a password, in the form that Strapi's own hashes have, whichever way its letters are typed. Strapi makes and
 * compares them within the event loop, a tenth of a second each, in which nobody else is answered: with five logins a second
 * nothing else is fast.
 */
export const hashOf = ({ strapi }: WithStrapi, password: string): Promise<string> =>
  hash(bcryptInput(normalPassword(password)), roundsOf({ strapi }));

let nobodys: Promise<string> | undefined;

/** The hash of a password that nobody has, to spend the same time where there is nothing to compare with. */
const hashOfNobody = ({ strapi }: WithStrapi): Promise<string> => {
  nobodys ??= hashOf({ strapi }, randomBytes(24).toString('base64'));
  return nobodys;
};

/** Made ahead, so that the first login of all takes no longer than the others. */
export const prepareComparing = async ({ strapi }: WithStrapi): Promise<void> => {
  await hashOfNobody({ strapi });
};

/**
 * Whether a password is the one that a hash was made of, in whichever way its letters were typed; takes as long when there is no
 * hash. How often it compares depends on what is typed alone, once for what has no accents.
 */
export const isPassword = async (
  { strapi }: WithStrapi,
  password: string,
  stored: string | null,
): Promise<boolean> => {
  const hashed = stored ?? (await hashOfNobody({ strapi }));
  for (const form of formsOf(password)) {
    const isEqual = await compare(bcryptInput(form), hashed);
    if (isEqual && stored !== null) return true;
  }
  return false;
};

/**
 * Has passwords that others than the account endpoints write, the panel above all, compared in full: Strapi hashes the
 * first 72 bytes alone.
 *
 * @throws ValidationError `INVALID_REQUEST` for one that is too long to be typed at a login
 */
export const keepWholePasswords = ({ strapi }: WithStrapi): void => {
  changeWrittenUsers({ strapi }, (values) => {
    const { password } = values;
    if (typeof password !== 'string') return values;
    if (password.length > LONGEST) {
      throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { path: ['password'] });
    }
    return { ...values, password: bcryptInput(normalPassword(password)) };
  });
};
