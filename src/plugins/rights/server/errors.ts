import { defineErrors } from '#platform/http/errors';

/** Errors for users and tokens that are limited to business lines or locales. */
export const rightsErrors = defineErrors({
  OTHER_LINE: {
    status: 403,
    message: {
      en: 'You may not change entries of another business line. Ask an editor of that line.',
      es: 'No puedes cambiar entradas de otra línea de negocio. Pídelo a un editor de esa línea.',
    },
  },
  LINE_REQUIRED: {
    status: 400,
    message: {
      en: 'Choose one of your business lines. You may not write entries without one.',
      es: 'Elige una de tus líneas de negocio. No puedes escribir entradas sin línea.',
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
      en: 'Your role may read this entry, but not change it.',
      es: 'Tu rol permite ver esta entrada, pero no cambiarla.',
    },
  },
  FILE_OF_OTHER_LINE: {
    status: 403,
    message: {
      en: 'Another business line uses this file. Upload a copy and change that.',
      es: 'Otra línea de negocio usa este archivo. Sube una copia y cambia esa.',
    },
  },
  HIDDEN_ENTRIES: {
    status: 403,
    message: {
      en: 'The request uses entries or fields that you may not read.',
      es: 'La petición usa entradas o campos que no puedes leer.',
    },
  },
  HIDDEN_FIELDS: {
    status: 403,
    message: {
      en: 'You may not read every field of this entry, and the hidden fields would become empty. Ask an editor who may read them.',
      es: 'No puedes ver todos los campos de esta entrada, y los ocultos quedarían vacíos. Pídelo a un editor que los vea.',
    },
  },
  HIDDEN_FIELDS_LOST: {
    status: 403,
    message: {
      en: 'You may not read every field of this list, and a copy with other rows would lose the hidden ones. Copy the entry unchanged, then edit the copy.',
      es: 'No puedes ver todos los campos de esta lista, y una copia con otras filas perdería los ocultos. Copia la entrada sin cambios y edita la copia.',
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
      en: 'You can only grant rights that you have yourself, and change or delete users who have no others. Only a super admin manages API tokens, transfer tokens, webhooks and student roles.',
      es: 'Solo puedes conceder derechos que tú tienes, y cambiar o eliminar a usuarios que no tienen otros. Solo un superadministrador gestiona los tokens de API, los de transferencia, los webhooks y los roles de alumnos.',
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
      en: 'This business line does not exist.',
      es: 'Esta línea de negocio no existe.',
    },
  },
});
