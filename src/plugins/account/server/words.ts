import type { Context } from 'koa';
import type { MessageLanguage } from '../../../contracts/kit/errors';
import { messageLanguageOf } from '../../../delivery/language';

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
} satisfies Record<string, Record<MessageLanguage, string>>;

export const messageFor = (ctx: Context, code: keyof typeof messages): string =>
  messages[code][messageLanguageOf(ctx)];
