import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  type AddressedMail,
  defineMailKind,
  type MailKind,
  type MailText,
  type MailValues,
  type MailVariable,
  sendMailLater,
  type Translated,
} from '#plugins/mail';
import { accountSettings } from '../../settings';
import { createCode } from '../codes';
import { getDefaultLang, resolveSiteLanguage } from '../languages';
import { hasProvenAddress } from '#catalogue/proven-address';
import { readUserEmails, findUser } from '../users';
import {
  confirmEmailTexts,
  confirmLinkTexts,
  loginLockedTexts,
  passwordChangedTexts,
  resetCodeTexts,
  welcomeTexts,
} from './texts';

/**
 * Data of a queued mail, in the format that other releases on the database also use. Mails
 * requested without a login hold an address, and the mail job looks up the account.
 */
type AccountMail = { lang?: string | undefined } & (
  | { kind: 'welcome' | 'confirm-email' | 'password-changed'; user: string }
  | { kind: 'reset-code' | 'login-locked'; email: string }
);

type Reader = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Texts and conditions of a kind of account mail. */
type AccountMailKind = {
  texts: Translated<MailText>;
  variables?: Readonly<Record<string, MailVariable>>;
  supplement?: MailKind['supplement'];
  valuesFor?: (reader: Reader, lang: string) => Promise<MailValues>;
  /** Tells whether the user does not need the mail, or no longer. */
  isPointless?: (reader: Reader) => boolean;
};

/**
 * Returns the variables of a link that confirms the reader's address. It is created at every
 * attempt, so that it is stored nowhere else.
 */
const confirmLink = ({ strapi }: WithStrapi) =>
  ({
    variables: {
      confirmUrl: {
        sample: 'https://www.example.com/confirm?code=abcde23456fghjk78923',
        isUrl: true,
      },
      days: { sample: '7' },
    },
    supplement: { unless: 'confirmUrl', texts: confirmLinkTexts },
    valuesFor: async (reader, lang) => {
      const { code, lifetime } = await createCode({ strapi }, 'confirm-email', reader);
      const confirmUrl = accountSettings
        .of({ strapi })
        .confirmEmailUrl.replaceAll('{code}', encodeURIComponent(code))
        .replaceAll('{lang}', encodeURIComponent(lang))
        .replaceAll('{vertical}', encodeURIComponent(reader.vertical ?? ''));
      return { confirmUrl, days: String(lifetime) };
    },
  }) satisfies Partial<AccountMailKind>;

/** Returns the variables of a code that sets a new password. */
const resetCode = ({ strapi }: WithStrapi) =>
  ({
    variables: {
      code: { sample: 'ABCDE-23456-FGHJK-78923', isRequired: true },
      minutes: { sample: '30' },
    },
    valuesFor: async (reader) => {
      const { code, lifetime } = await createCode({ strapi }, 'reset-password', reader);
      return { code, minutes: String(lifetime) };
    },
  }) satisfies Partial<AccountMailKind>;

const mailDefinitions = ({ strapi }: WithStrapi): Record<AccountMail['kind'], AccountMailKind> => ({
  welcome: { texts: welcomeTexts, ...confirmLink({ strapi }) },
  'confirm-email': {
    texts: confirmEmailTexts,
    ...confirmLink({ strapi }),
    isPointless: hasProvenAddress,
  },
  'reset-code': { texts: resetCodeTexts, ...resetCode({ strapi }) },
  'password-changed': { texts: passwordChangedTexts },
  'login-locked': {
    texts: loginLockedTexts,
    ...resetCode({ strapi }),
    // Nobody can type a wrong password for an account without one.
    isPointless: ({ password }) => password === null,
  },
});

const addressMail = async (
  { strapi }: WithStrapi,
  mail: AccountMail,
  { isPointless, valuesFor }: AccountMailKind,
): Promise<AddressedMail | null> => {
  const reader = await findUser(
    { strapi },
    'user' in mail ? { documentId: mail.user } : { email: mail.email },
  );
  if (reader === null || reader.blocked || isPointless?.(reader)) return null;
  const { email: to, vertical } = reader;
  const tag = mail.lang ?? reader.language ?? getDefaultLang({ strapi });
  const lang = await resolveSiteLanguage({ strapi }, tag);
  const values = (await valuesFor?.(reader, lang)) ?? {};
  return {
    to,
    name: reader.name ?? reader.nameLastName,
    isNameUnproven: !hasProvenAddress(reader),
    lang,
    vertical,
    values,
  };
};

const readAddresses = async (
  { strapi }: WithStrapi,
  mails: readonly AccountMail[],
): Promise<(string | null)[]> => {
  const documentIds = mails.flatMap((mail) => ('user' in mail ? [mail.user] : []));
  const emails = await readUserEmails({ strapi }, documentIds);
  return mails.map((mail) => ('user' in mail ? (emails.get(mail.user) ?? null) : mail.email));
};

export const createAccountMailKinds = ({ strapi }: WithStrapi): MailKind<AccountMail>[] =>
  Object.entries(mailDefinitions({ strapi })).map(([name, occasion]) => ({
    name: name as AccountMail['kind'],
    texts: occasion.texts,
    variables: occasion.variables ?? {},
    ...(occasion.supplement !== undefined && { supplement: occasion.supplement }),
    prepare: (mail) => addressMail({ strapi }, mail, occasion),
    addressesOf: (mails) => readAddresses({ strapi }, mails),
  }));

/** Registers the kinds of mail that accounts send; call it in `register`. */
export const defineAccountMails = ({ strapi }: WithStrapi): void => {
  for (const kind of createAccountMailKinds({ strapi })) defineMailKind({ strapi }, kind);
};

/** Enqueues a mail; it is sent after the running transaction is committed. */
export const sendAccountMail = ({ strapi }: WithStrapi, mail: AccountMail): Promise<void> =>
  sendMailLater({ strapi }, mail);
