import { defineErrors } from '../../../../platform/http/errors';

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
      en: 'This address is not of the public internet, and the settings do not allow others.',
      es: 'Esta dirección no es de la internet pública, y los ajustes no permiten otras.',
    },
  },
  WEBHOOK_CHOICE_UNKNOWN: {
    status: 400,
    message: {
      en: 'There is nothing of this name to choose.',
      es: 'No hay nada con este nombre que elegir.',
    },
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    message: { en: 'There is no such webhook.', es: 'Este webhook no existe.' },
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    message: { en: 'There is no such delivery.', es: 'Este envío no existe.' },
  },
  WEBHOOK_SECRET_LOST: {
    status: 409,
    message: {
      en: 'The secret cannot be decrypted, because ENCRYPTION_KEY has changed. Create a new secret.',
      es: 'El secreto no se puede descifrar porque ENCRYPTION_KEY ha cambiado. Crea un secreto nuevo.',
    },
  },
});
