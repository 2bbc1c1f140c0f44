import { defineErrors } from '../../../http/errors';

/** What the admin panel may hear about mails. */
export const mailErrors = defineErrors({
  MAIL_NOT_SENT: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'The mail server did not take the e-mail.',
      es: 'El servidor de correo no ha aceptado el correo.',
    },
  },
  MAIL_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This e-mail is not waiting to be sent.',
      es: 'Este correo no está pendiente de envío.',
    },
  },
});
