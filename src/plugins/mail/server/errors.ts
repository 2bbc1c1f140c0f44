import { defineErrors } from '../../../platform/http/errors';

/** Errors of the mail routes in the admin panel. */
export const mailErrors = defineErrors({
  MAIL_NOT_SENT: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'The mail server rejected the e-mail.',
      es: 'El servidor de correo ha rechazado el correo.',
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
