import { z } from '@strapi/utils';
import { commonErrors } from '../../http/common-errors';
import { endpoint } from '../../http/endpoint';
import { defineErrors } from '../../http/errors';
import { registerSchema } from '../../http/openapi/schema-registry';
import { documentId, optionalText, text, verticalParam } from '../../http/primitives';

export const accountErrors = defineErrors({
  USER_ALREADY_EXISTS: {
    status: 409,
    message: {
      en: 'There is already an account with this e-mail.',
      es: 'Ya existe una cuenta con este correo electrónico.',
    },
  },
  INVALID_CREDENTIALS: {
    status: 401,
    message: {
      en: 'The e-mail or the password is wrong.',
      es: 'El correo electrónico o la contraseña no son correctos.',
    },
  },
  PASSWORD_RESET_REQUIRED: {
    status: 403,
    message: {
      en: 'This account has no password yet: ask for a reset code and set one.',
      es: 'Esta cuenta todavía no tiene contraseña: pide un código y establece una.',
    },
  },
  ACCOUNT_BLOCKED: {
    status: 403,
    message: { en: 'This account is blocked.', es: 'Esta cuenta está bloqueada.' },
  },
  INVALID_RESET_CODE: {
    status: 400,
    message: {
      en: 'This code is not valid or not valid any more.',
      es: 'Este código no es válido o ha dejado de serlo.',
    },
  },
  LOGIN_REQUIRED: {
    status: 401,
    message: {
      en: 'Log in to the account with this address, or send its password. If it is not yours, set a new password with a reset code instead.',
      es: 'Inicia sesión en la cuenta de esta dirección o envía su contraseña. Si no es tuya, establece una contraseña nueva con un código.',
    },
  },
  INVALID_CONFIRMATION_CODE: {
    status: 400,
    message: {
      en: 'This confirmation is not valid or not valid any more, or has been used already.',
      es: 'Esta confirmación no es válida, ha dejado de serlo o ya se ha usado.',
    },
  },
  INVALID_PASSWORD: {
    status: 400,
    message: {
      en: 'A password has 8 to 72 bytes, among them a lower-case letter, an upper-case letter and a digit, and is not a common one.',
      es: 'Una contraseña tiene de 8 a 72 bytes, entre ellos una minúscula, una mayúscula y una cifra, y no es una de las habituales.',
    },
  },
  UNKNOWN_VERTICAL: {
    status: 400,
    message: {
      en: 'There is no business line with this slug.',
      es: 'No hay ninguna línea de negocio con este slug.',
    },
  },
  UNKNOWN_COUNTRY: {
    status: 400,
    message: {
      en: 'There is no country with this code (ISO 3166, two letters).',
      es: 'No hay ningún país con este código (ISO 3166, dos letras).',
    },
  },
});

const tag = 'Accounts';
const { TOO_MANY_REQUESTS, UNAUTHENTICATED, NOT_ALLOWED } = commonErrors;

/** One line of text without control characters. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u);

/** Compared and kept trimmed and in lower case. */
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** Whether it is good enough is for the service to say: the rule is one of its settings. */
const newPassword = z
  .string()
  .max(1024)
  .describe(
    '8 to 72 bytes with a lower-case letter, an upper-case letter and a digit, and not a common one; the rule is a setting.',
  );

const language = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .describe('Language code, for example `es`.');

const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .describe('ISO 3166, two letters; the country name is made from it.');

const postalAddress = z.strictObject({
  street: line(300).optional(),
  city: line(120).optional(),
  postalCode: line(20).optional(),
  country: line(120).optional().describe('Made from `countryCode` when absent.'),
  countryCode: countryCode.optional(),
});

export type PostalAddress = z.output<typeof postalAddress>;

const profileAddress = z.strictObject({
  address: line(300).optional(),
  postalCode: line(20).optional(),
  city: line(120).optional(),
  countryCode: countryCode.optional(),
  phone: line(40).optional(),
});

export type ProfileAddress = z.output<typeof profileAddress>;

const storedAddress = registerSchema(
  'PostalAddress',
  z.strictObject({
    street: optionalText,
    city: optionalText,
    postalCode: optionalText,
    country: optionalText,
    countryCode: optionalText,
  }),
).nullable();

const storedProfileAddress = registerSchema(
  'ProfileAddress',
  z.strictObject({
    address: optionalText,
    postalCode: optionalText,
    city: optionalText,
    country: optionalText,
    countryCode: optionalText,
    phone: optionalText,
  }),
).nullable();

const userId = z.int();

export const register = endpoint({
  operationId: 'register',
  method: 'POST',
  path: '/user-endpoints/register',
  tag,
  summary: 'Create an account',
  description:
    'Sends a welcome e-mail in the account’s language and business line, with a link that confirms the address.',
  body: z.strictObject({
    email,
    password: newPassword,
    nameLastName: line(200).min(1),
    identificationNumber: line(60).min(1),
    phone: line(40).optional(),
    language: language.optional().describe('Otherwise the first of Accept-Language.'),
    vertical: verticalParam.optional().describe('Otherwise the default business line.'),
    billingAddress: postalAddress.optional(),
    mailingAddress: postalAddress.optional(),
  }),
  response: registerSchema(
    'RegisteredUser',
    z.strictObject({
      id: userId,
      email: text,
      username: text.describe('Equal to the e-mail.'),
      nameLastName: text,
      phone: optionalText,
      identificationNumber: text,
      language: text,
      vertical: optionalText,
      billingAddress: storedAddress,
      mailingAddress: storedAddress,
      role: z.int(),
    }),
  ),
  errors: [
    accountErrors.USER_ALREADY_EXISTS,
    accountErrors.INVALID_PASSWORD,
    accountErrors.UNKNOWN_VERTICAL,
    accountErrors.UNKNOWN_COUNTRY,
    TOO_MANY_REQUESTS,
  ],
});

/** At a login anything may be typed; what is no e-mail simply belongs to nobody. */
const typedEmail = z.string().trim().toLowerCase().max(254);

export const login = endpoint({
  operationId: 'login',
  method: 'POST',
  path: '/user-endpoints/login',
  tag,
  summary: 'Log in',
  description: 'Send the token with further requests as `Authorization: Bearer <jwt>`.',
  body: z.strictObject({ email: typedEmail, password: z.string().max(1024) }),
  response: registerSchema(
    'Login',
    z.strictObject({
      jwt: text,
      user: z.strictObject({
        id: userId,
        documentId,
        username: text,
        email: text,
        confirmed: z
          .boolean()
          .describe(
            'Whether the address is proven: by a code that was sent there, or by an administrator.',
          ),
        phone: optionalText,
        origin: optionalText,
        identificationNumber: optionalText,
        nameLastName: optionalText,
      }),
    }),
  ),
  errors: [
    accountErrors.INVALID_CREDENTIALS,
    accountErrors.PASSWORD_RESET_REQUIRED,
    accountErrors.ACCOUNT_BLOCKED,
    TOO_MANY_REQUESTS,
  ],
});

export const logout = endpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/user-endpoints/logout',
  tag,
  access: 'student',
  summary: 'End this login',
  description: 'The token stops working at once; other logins of the same user go on.',
  response: registerSchema(
    'LoggedOut',
    z.strictObject({ code: z.literal('LOGGED_OUT'), message: text }),
  ),
  errors: [UNAUTHENTICATED],
});

export const emailExists = endpoint({
  operationId: 'emailExists',
  method: 'POST',
  path: '/login-user/exists-email-vertical',
  tag,
  summary: 'Whether there is an account with an e-mail',
  description: 'The HTTP status is 200 in every case; `status` in the body is a field.',
  body: z.strictObject({ email }),
  response: registerSchema(
    'EmailExists',
    z.discriminatedUnion('code', [
      z.strictObject({
        status: z.literal(200),
        code: z.literal('EMAIL_EXISTS'),
        message: text,
        exists: z.literal(true),
        isLegacyUser: z.literal(false),
      }),
      z.strictObject({
        status: z.literal(200),
        code: z.literal('PASSWORD_RESET_REQUIRED'),
        message: text,
        exists: z.literal(true),
        isLegacyUser: z.literal(true),
      }),
      z.strictObject({
        status: z.literal(411),
        code: z.literal('EMAIL_NOT_FOUND'),
        message: text,
        exists: z.literal(false),
      }),
    ]),
  ),
  errors: [TOO_MANY_REQUESTS],
});

export const migrate = endpoint({
  operationId: 'migrateUser',
  method: 'POST',
  path: '/user-endpoints/migrate',
  tag,
  access: 'manager',
  permission: 'plugin::account.users.migrate',
  summary: 'Take over a user from the legacy platform',
  description:
    'May be repeated: as long as the user has not set a password, the same e-mail again updates the account.',
  body: z.strictObject({
    email,
    origin: line(60).min(1),
    nameLastName: line(200).min(1),
    identificationNumber: line(60),
    phone: line(40).optional(),
    billingAddress: postalAddress.optional(),
    mailingAddress: postalAddress.optional(),
  }),
  response: registerSchema(
    'MigratedUser',
    z.strictObject({
      id: userId,
      email: text,
      username: text,
      nameLastName: text,
      identificationNumber: text,
      phone: optionalText,
      origin: text,
      isFromLegacy: z.boolean(),
      billingAddress: storedAddress,
      mailingAddress: storedAddress,
      role: z.int(),
    }),
  ),
  errors: [
    accountErrors.USER_ALREADY_EXISTS,
    accountErrors.UNKNOWN_COUNTRY,
    UNAUTHENTICATED,
    NOT_ALLOWED,
  ],
});

export const forgotPassword = endpoint({
  operationId: 'forgotPassword',
  method: 'POST',
  path: '/user-endpoints/forgot-password',
  tag,
  summary: 'Ask for a code to set a new password with',
  description: 'The answer is the same whether or not there is an account with the e-mail.',
  body: z.strictObject({
    email,
    lang: language.optional().describe('Language of the e-mail; otherwise the account’s.'),
  }),
  response: registerSchema(
    'ResetCodeSent',
    z.strictObject({ code: z.literal('RESET_CODE_SENT'), message: text }),
  ),
  errors: [TOO_MANY_REQUESTS],
});

export const resetPassword = endpoint({
  operationId: 'resetPassword',
  method: 'POST',
  path: '/user-endpoints/password-reset',
  tag,
  summary: 'Set a new password with a code',
  description: 'Ends every login of the user, and proves the address. The code works once.',
  body: z.strictObject({
    password: newPassword,
    code: z.string().trim().max(200),
    lang: language
      .optional()
      .describe('Language of the confirming e-mail; otherwise the account’s.'),
  }),
  response: registerSchema(
    'PasswordUpdated',
    z.strictObject({ code: z.literal('PASSWORD_UPDATED'), message: text }),
  ),
  errors: [accountErrors.INVALID_RESET_CODE, accountErrors.INVALID_PASSWORD, TOO_MANY_REQUESTS],
});

export const confirmEmail = endpoint({
  operationId: 'confirmEmail',
  method: 'POST',
  path: '/user-endpoints/confirm-email',
  tag,
  summary: 'Confirm an e-mail address with a code',
  description:
    'Takes two proofs: the code in the link of the e-mail that `register` and `send-confirmation` send, and the account itself, by its token or its password. A wrong password counts as one at `login`. The code works once; a refusal does not use it up.',
  access: 'optional',
  body: z.strictObject({
    code: z.string().trim().max(200),
    password: z
      .string()
      .max(1024)
      .optional()
      .describe('The account’s; not needed with the account’s own token.'),
  }),
  response: registerSchema(
    'EmailConfirmed',
    z.strictObject({ code: z.literal('EMAIL_CONFIRMED'), message: text }),
  ),
  errors: [
    accountErrors.INVALID_CONFIRMATION_CODE,
    accountErrors.LOGIN_REQUIRED,
    accountErrors.INVALID_CREDENTIALS,
    accountErrors.PASSWORD_RESET_REQUIRED,
    accountErrors.ACCOUNT_BLOCKED,
    TOO_MANY_REQUESTS,
  ],
});

export const sendConfirmation = endpoint({
  operationId: 'sendConfirmation',
  method: 'POST',
  path: '/user-endpoints/send-confirmation',
  tag,
  access: 'student',
  summary: 'Have the link that confirms one’s own address sent again',
  description: 'Sends nothing where the address is confirmed already, and says so.',
  response: registerSchema(
    'ConfirmationSent',
    z.strictObject({ code: z.enum(['CONFIRMATION_SENT', 'EMAIL_CONFIRMED']), message: text }),
  ),
  errors: [UNAUTHENTICATED, TOO_MANY_REQUESTS],
});

/** A day that there is, before today. */
const pastDate = z.iso
  .date()
  .refine((day) => day > '1900-01-01' && day < new Date().toISOString().slice(0, 10), {
    error: 'A date in the past',
  });

export const updateProfile = endpoint({
  operationId: 'updateProfile',
  method: 'PUT',
  path: '/user-endpoints/update-profile',
  tag,
  access: 'student',
  summary: 'Change one’s own profile',
  description: 'What the body does not name stays as it is.',
  body: z.strictObject({
    name: line(100).optional(),
    surname: line(100).optional(),
    phone: line(40).optional(),
    birthday: pastDate.optional(),
    newsletter: z.boolean().optional(),
    billingAddress: profileAddress.optional(),
    mailingAddress: profileAddress.optional(),
  }),
  response: registerSchema(
    'Profile',
    z.strictObject({
      id: userId,
      documentId,
      email: text,
      name: optionalText,
      surname: optionalText,
      phone: optionalText,
      billingAddress: storedProfileAddress,
      mailingAddress: storedProfileAddress,
    }),
  ),
  errors: [accountErrors.UNKNOWN_COUNTRY, UNAUTHENTICATED, TOO_MANY_REQUESTS],
});

export const listedUser = registerSchema(
  'ListedUser',
  z.strictObject({
    id: userId,
    email: text,
    username: text,
    nameLastName: optionalText,
    role: z.strictObject({ name: text, id: z.int() }).nullable(),
    phone: optionalText,
    origin: optionalText,
    billingAddress: storedAddress,
    mailingAddress: storedAddress,
  }),
);

export type ListedUser = z.output<typeof listedUser>;

export const listUsers = endpoint({
  operationId: 'listUsers',
  method: 'GET',
  path: '/user-endpoints/users',
  tag,
  access: 'manager',
  permission: 'plugin::account.users.find',
  summary: 'Every user',
  response: registerSchema('UserList', z.array(listedUser)),
  errors: [UNAUTHENTICATED, NOT_ALLOWED],
});
