import type { Context } from 'koa';
import type { MessageLanguage } from '../../../http/errors';
import { messageLanguageOf } from '../../../http/message-language';

/** What people are told when all went well. */
const messages = {
  LOGGED_OUT: { en: 'You are logged out.', es: 'Has cerrado la sesión.' },
  EMAIL_EXISTS: {
    en: 'There is an account with this e-mail.',
    es: 'Existe una cuenta con este correo electrónico.',
  },
  PASSWORD_RESET_REQUIRED: {
    en: 'There is an account with this e-mail; it needs a password first.',
    es: 'Existe una cuenta con este correo electrónico; antes necesita una contraseña.',
  },
  EMAIL_NOT_FOUND: {
    en: 'There is no account with this e-mail.',
    es: 'No existe ninguna cuenta con este correo electrónico.',
  },
  RESET_CODE_SENT: {
    en: 'If there is an account with this e-mail, a code is on its way.',
    es: 'Si existe una cuenta con este correo electrónico, recibirás un código.',
  },
  PASSWORD_UPDATED: {
    en: 'The password is changed.',
    es: 'La contraseña se ha cambiado.',
  },
  EMAIL_CONFIRMED: {
    en: 'The e-mail address is confirmed.',
    es: 'El correo electrónico está confirmado.',
  },
  CONFIRMATION_SENT: {
    en: 'An e-mail with a link to confirm the address is on its way.',
    es: 'Recibirás un correo con un enlace para confirmar la dirección.',
  },
} satisfies Record<string, Record<MessageLanguage, string>>;

/** In the caller's language, or in one that is said. */
export const messageFor = (
  reader: Context | MessageLanguage,
  code: keyof typeof messages,
): string => messages[code][typeof reader === 'string' ? reader : messageLanguageOf(reader)];
