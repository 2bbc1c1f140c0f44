import type { Context } from 'koa';
import type { MessageLanguage } from '#platform/http/errors';
import { getMessageLanguage } from '#platform/http/message-language';

/** Messages of successful requests and of the page that confirms an address. */
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
  CONFIRM_TITLE: {
    en: 'Confirm your e-mail address',
    es: 'Confirma tu correo electrónico',
  },
  CONFIRM_ASK: {
    en: 'Somebody, hopefully you, has opened an account with this e-mail address. To confirm that both are yours, type the password of the account.',
    es: 'Alguien, esperamos que tú, ha abierto una cuenta con este correo electrónico. Para confirmar que ambos son tuyos, escribe la contraseña de la cuenta.',
  },
  CONFIRM_PASSWORD: { en: 'Password', es: 'Contraseña' },
  CONFIRM_BUTTON: { en: 'Confirm', es: 'Confirmar' },
  CONFIRM_NOT_YOU: {
    en: 'If you did not register here, do not confirm; set a password of your own instead, with a reset code. The person who registered the account then loses it.',
    es: 'Si no te has registrado aquí, no confirmes; en su lugar, establece una contraseña propia con un código. Así la cuenta deja de ser de quien la registró.',
  },
} satisfies Record<string, Record<MessageLanguage, string>>;

/** Returns a message in the caller's language, or in the given one. */
export const getMessage = (
  reader: Context | MessageLanguage,
  code: keyof typeof messages,
): string => messages[code][typeof reader === 'string' ? reader : getMessageLanguage(reader)];
