import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { documentId, optionalText, text } from '#platform/http/primitives';
import { describeFields } from '#platform/http/openapi/field-descriptions';

/** Describes the fields of students and of their logins. */
describeFields({
  email: 'E-mail address.',
  username: 'Equal to the e-mail address.',
  password: 'Password.',
  nameLastName: 'Given name and family name.',
  surname: 'Family name.',
  'updateProfile.name': 'Given name.',
  'Me.name': 'Given name.',
  'Profile.name': 'Given name.',
  identificationNumber: 'Number of the identity document.',
  phone: 'Telephone number.',
  birthday: 'Date of birth, `YYYY-MM-DD`.',
  newsletter: 'Whether the student wants the newsletter.',
  'Me.language': 'Code of the language in which the student is addressed.',
  'RegisteredUser.language': 'Code of the language in which the student is addressed.',
  'Me.vertical': 'Slug of the business line of the student.',
  'RegisteredUser.vertical': 'Slug of the business line of the student.',
  'ListedUser.vertical': 'Slug of the business line of the student.',
  origin: 'Where the account comes from.',
  isFromLegacy: 'Whether the account comes from the legacy platform.',
  isLegacyUser: 'Whether the account comes from the legacy platform and needs a new password.',
  role: 'Role of the account.',
  billingAddress: 'Address of invoices.',
  mailingAddress: 'Address of deliveries.',
  address: 'Street and number.',
  street: 'Street and number.',
  city: 'City.',
  postalCode: 'Postal code.',
  country: 'Name of the country.',
  countryCode: 'Country as a code of two letters (ISO 3166-1).',
  user: 'Account of the student.',
  jwt: 'Token for the `Authorization` header.',
  refreshToken: 'Token that renews the login once.',
  code: 'Code of the result, for programs.',
  'resetPassword.code': 'Code from the e-mail.',
  'confirmEmail.code': 'Code from the link in the e-mail.',
  message: 'Text for people.',
  exists: 'Whether an account has this e-mail address.',
  'EmailExists.status': '200 if the account exists, 411 if it does not.',
});

export const tag = 'Accounts';

/** Returns the schema of one line of text without control characters. */
export const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u);

export { emailAddress as email } from '#platform/http/email-address';

/** New password. The service checks its strength, because the rule is a setting. */
export const newPassword = z
  .string()
  .max(1024)
  .describe(
    'At least 8 bytes with a lower-case letter, an upper-case letter and a digit, and not a common one; the rule is a setting.',
  );

export { langParam as language } from '#platform/http/primitives';

const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .describe('ISO 3166, two letters; the country name is made from it.');

const streetLine = line(300).nullish();

/**
 * The two names of the street line that callers use; for responses see {@link storedAddress} and
 * {@link storedProfileAddress}.
 */
const eitherStreet = {
  street: streetLine.describe(
    'Street line; `address` is another name of it. If both are sent, the changed one counts.',
  ),
  address: streetLine.describe('Street line; `street` is another name of it.'),
};

export const postalAddress = z.strictObject({
  ...eitherStreet,
  city: line(120).nullish(),
  postalCode: line(20).nullish(),
  country: line(120)
    .nullish()
    .describe('Name of the country; derived from `countryCode` if absent.'),
  countryCode: countryCode.nullish(),
});

export type PostalAddress = z.output<typeof postalAddress>;

export const profileAddress = z.strictObject({
  ...eitherStreet,
  postalCode: line(20).nullish(),
  city: line(120).nullish(),
  country: line(120)
    .nullish()
    .describe('Changes the country where `countryCode` is absent or the stored one.'),
  countryCode: countryCode.nullish().describe('`null` or an empty text clears the country.'),
  phone: line(40).nullish(),
});

export type ProfileAddress = z.output<typeof profileAddress>;

export const storedAddress = registerSchema(
  'PostalAddress',
  z.strictObject({
    street: optionalText,
    city: optionalText,
    postalCode: optionalText,
    country: optionalText,
    countryCode: optionalText,
  }),
).nullable();

const profileAddressFields = {
  address: optionalText,
  postalCode: optionalText,
  city: optionalText,
  country: optionalText,
  countryCode: optionalText,
  phone: optionalText,
};

export const storedProfileAddress = registerSchema(
  'ProfileAddress',
  z.strictObject(profileAddressFields),
).nullable();

/** Address with all stored fields. */
export const wholeAddress = registerSchema(
  'WholeAddress',
  z.strictObject({
    ...profileAddressFields,
    street: optionalText.describe('Street line, equal to `address`.'),
  }),
).nullable();

export const userId = z.int();

/** Fields of an account that the login and the caller's own account share. */
export const accountFields = {
  id: userId,
  documentId,
  username: text,
  email: text,
  confirmed: z
    .boolean()
    .describe(
      'Whether the address is confirmed, by a code that was sent there or by an administrator.',
    ),
  phone: optionalText,
  origin: optionalText.describe('Where the account comes from: `local`, or a legacy platform.'),
  identificationNumber: optionalText,
  nameLastName: optionalText,
};
