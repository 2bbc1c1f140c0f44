import { defineErrors } from '#platform/http/errors';

export const webhookErrors = defineErrors({
  WEBHOOK_ADDRESS_INVALID: {
    status: 400,
    message: {
      en: 'Messages cannot be sent to this address. It must begin with https:// and contain no user name and password.',
      es: 'No se pueden enviar mensajes a esta dirección. Tiene que empezar por https:// y no llevar usuario ni contraseña.',
    },
  },
  WEBHOOK_ADDRESS_PRIVATE: {
    status: 400,
    message: {
      en: 'This address is in a private network. The settings allow public addresses only.',
      es: 'Esta dirección es de una red privada. Los ajustes solo permiten direcciones públicas.',
    },
  },
  WEBHOOK_CHOICE_UNKNOWN: {
    status: 400,
    message: {
      en: 'This choice does not exist.',
      es: 'Esta opción no existe.',
    },
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    message: { en: 'This webhook does not exist.', es: 'Este webhook no existe.' },
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    message: { en: 'This delivery does not exist.', es: 'Este envío no existe.' },
  },
  WEBHOOK_SECRET_LOST: {
    status: 409,
    message: {
      en: 'The secret cannot be decrypted, because ENCRYPTION_KEY has changed. Create a new secret.',
      es: 'El secreto no se puede descifrar porque ENCRYPTION_KEY ha cambiado. Crea un secreto nuevo.',
    },
  },
});
