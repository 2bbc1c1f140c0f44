import { z } from '@strapi/utils';
import { defineErrors } from '#platform/http/errors';

export const accountErrors = defineErrors({
  USER_ALREADY_EXISTS: {
    status: 409,
    message: {
      en: 'An account with this e-mail already exists.',
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
      en: 'This account has no password yet. Request a reset code and set one.',
      es: 'Esta cuenta todavía no tiene contraseña. Pide un código y establece una.',
    },
  },
  ACCOUNT_BLOCKED: {
    status: 403,
    message: { en: 'This account is blocked.', es: 'Esta cuenta está bloqueada.' },
  },
  INVALID_RESET_CODE: {
    status: 400,
    message: {
      en: 'This code is not valid, or it has expired.',
      es: 'Este código no es válido o ha caducado.',
    },
  },
  LOGIN_REQUIRED: {
    status: 401,
    message: {
      en: 'Log in to the account with this address, or send its password. If it is not yours, set a new password with a reset code instead.',
      es: 'Inicia sesión en la cuenta de esta dirección o envía su contraseña. Si no es tuya, establece una contraseña nueva con un código.',
    },
  },
  INVALID_REFRESH_TOKEN: {
    status: 401,
    message: {
      en: 'This login cannot be renewed. Log in again.',
      es: 'Esta sesión no se puede renovar. Inicia sesión de nuevo.',
    },
  },
  INVALID_VISITOR_TOKEN: {
    status: 401,
    message: {
      en: 'X-Visitor-Token is not a valid API token with the permission to vouch for visitors.',
      es: 'X-Visitor-Token no es un token de API válido con permiso para responder por los visitantes.',
    },
  },
  INVALID_CONFIRMATION_CODE: {
    status: 400,
    message: {
      en: 'This confirmation is not valid, has expired or was already used.',
      es: 'Esta confirmación no es válida, ha caducado o ya se ha usado.',
    },
  },
  INVALID_PASSWORD: {
    status: 400,
    message: {
      en: 'A password has at least 8 bytes, among them a lower-case letter, an upper-case letter and a digit, and is not a common one.',
      es: 'Una contraseña tiene al menos 8 bytes, entre ellos una minúscula, una mayúscula y una cifra, y no es una de las habituales.',
    },
    details: {
      pattern: z.string().meta({
        description: 'Regular expression that passwords match.',
        examples: ['(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)'],
      }),
      minBytes: z.int().meta({ description: 'Minimum length in bytes.', examples: [8] }),
      maxCharacters: z
        .int()
        .meta({ description: 'Maximum number of characters.', examples: [1024] }),
    },
  },
  UNKNOWN_VERTICAL: {
    status: 400,
    message: {
      en: 'There is no business line with this slug.',
      es: 'No hay ninguna línea de negocio con este slug.',
    },
    details: {
      vertical: z.string().meta({ description: 'The unknown slug.', examples: ['medicine'] }),
    },
  },
  UNKNOWN_COUNTRY: {
    status: 400,
    message: {
      en: 'There is no country with this code (ISO 3166, two letters).',
      es: 'No hay ningún país con este código (ISO 3166, dos letras).',
    },
    details: {
      countryCode: z.string().meta({ description: 'The unknown code.', examples: ['XX'] }),
    },
  },
});
