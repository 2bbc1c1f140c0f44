import { defineErrors } from '../../../platform/http/errors';

export const rightsErrors = defineErrors({
  OTHER_LINE: {
    status: 403,
    message: {
      en: 'You may not change what belongs to a business line that is not yours. Ask an editor of that line.',
      es: 'No puedes cambiar lo que pertenece a una línea de negocio que no es la tuya. Pídelo a un editor de esa línea.',
    },
  },
  LINE_REQUIRED: {
    status: 400,
    message: {
      en: 'Choose one of your business lines; what belongs to none is not yours to write.',
      es: 'Elige una de tus líneas de negocio: lo que no pertenece a ninguna no lo puedes escribir tú.',
    },
  },
  NO_LINE: {
    status: 403,
    message: {
      en: 'The entry has no business line yet. Ask an editor of all lines to assign one.',
      es: 'La entrada todavía no tiene línea de negocio. Pide a un editor de todas las líneas que le asigne una.',
    },
  },
  OTHER_LANGUAGE: {
    status: 403,
    message: {
      en: 'You may not change this language.',
      es: 'No puedes cambiar este idioma.',
    },
  },
  LOOK_ONLY: {
    status: 403,
    message: {
      en: 'Your role lets you look at this, not change it.',
      es: 'Tu rol te deja ver esto, no cambiarlo.',
    },
  },
  FILE_OF_OTHER_LINE: {
    status: 403,
    message: {
      en: 'A business line that is not yours shows this file. Upload another one and use that.',
      es: 'Una línea de negocio que no es la tuya muestra este archivo. Sube otro y usa ese.',
    },
  },
  HIDDEN_ENTRIES: {
    status: 403,
    message: {
      en: 'This would tell of entries or fields that you may not read.',
      es: 'Esto revelaría entradas o campos que no puedes leer.',
    },
  },
  HIDDEN_FIELDS: {
    status: 403,
    message: {
      en: 'Your role does not show you every field of this entry, and hidden fields would be left empty. Ask an editor who sees them.',
      es: 'Tu rol no te muestra todos los campos de esta entrada, y los ocultos quedarían vacíos. Pídelo a un editor que los vea.',
    },
  },
  HIDDEN_FIELDS_LOST: {
    status: 403,
    message: {
      en: 'Your role does not show you every field of this list, and a copy with other rows would lose them. Copy the entry as it is, and edit the copy.',
      es: 'Tu rol no te muestra todos los campos de esta lista, y una copia con otras filas los perdería. Copia la entrada tal como está y edita la copia.',
    },
  },
  SUPER_ADMIN_ONLY: {
    status: 403,
    message: {
      en: 'Only a super admin may give the role Super Admin, and change or delete users who have it.',
      es: 'Solo un superadministrador puede dar el rol Super Admin, y cambiar o eliminar a usuarios que lo tienen.',
    },
  },
  LAST_SUPER_ADMIN: {
    status: 400,
    message: {
      en: 'No other super admin can log in. First give the role to another active user.',
      es: 'Ningún otro superadministrador puede iniciar sesión. Da antes el rol a otro usuario activo.',
    },
  },
  RIGHTS_EXCEEDED: {
    status: 403,
    message: {
      en: 'You can only grant rights that you have yourself, and change or delete users who have no others. Ask a super admin.',
      es: 'Solo puedes conceder derechos que tú tienes, y cambiar o eliminar a usuarios que no tienen otros. Pídelo a un superadministrador.',
    },
  },
  ADMIN_TOKEN: {
    status: 404,
    message: {
      en: 'This is an admin token, not an API token. Delete it in the list of admin tokens.',
      es: 'Es un token de administración, no un token de API. Elimínalo en la lista de tokens de administración.',
    },
  },
  LINE_UNKNOWN: {
    status: 404,
    message: {
      en: 'There is no such business line.',
      es: 'No existe esa línea de negocio.',
    },
  },
});
