import type { Text } from '#feature/layout';

/** Labels of all audited actions by their stable codes. */
export const actions = {
  'auth.signed-in': { en: 'Signed in', es: 'Inició sesión' },
  'auth.sign-in-failed': { en: 'Failed to sign in', es: 'No pudo iniciar sesión' },
  'auth.signed-out': { en: 'Signed out', es: 'Cerró la sesión' },
  'auth.password-asked': {
    en: 'Requested a new password',
    es: 'Pidió una contraseña nueva',
  },
  'auth.password-reset': { en: 'Set a new password', es: 'Estableció una contraseña nueva' },
  'auth.invitation-taken': { en: 'Accepted an invitation', es: 'Aceptó una invitación' },
  'auth.first-administrator': {
    en: 'Created the first administrator',
    es: 'Creó el primer administrador',
  },

  'admin-user.created': { en: 'Invited a user', es: 'Invitó a un usuario' },
  'admin-user.changed': { en: 'Changed a user', es: 'Cambió un usuario' },
  'admin-user.deleted': { en: 'Deleted a user', es: 'Eliminó un usuario' },
  'admin-user.self-changed': { en: 'Changed their own account', es: 'Cambió su propia cuenta' },
  'preview.revoked': { en: 'Revoked preview links', es: 'Revocó enlaces de vista previa' },
  'role.created': { en: 'Created a role', es: 'Creó un rol' },
  'role.changed': { en: 'Changed a role', es: 'Cambió un rol' },
  'role.permissions-changed': {
    en: 'Changed the permissions of a role',
    es: 'Cambió los permisos de un rol',
  },
  'role.deleted': { en: 'Deleted a role', es: 'Eliminó un rol' },

  'api-token.created': { en: 'Created an API token', es: 'Creó un token de API' },
  'api-token.shown': { en: 'Viewed an API token', es: 'Vio un token de API' },
  'api-token.changed': { en: 'Changed an API token', es: 'Cambió un token de API' },
  'api-token.regenerated': {
    en: 'Regenerated an API token',
    es: 'Regeneró un token de API',
  },
  'api-token.deleted': { en: 'Deleted an API token', es: 'Eliminó un token de API' },
  'admin-token.created': { en: 'Created an admin token', es: 'Creó un token de administración' },
  'admin-token.shown': { en: 'Viewed an admin token', es: 'Vio un token de administración' },
  'admin-token.changed': { en: 'Changed an admin token', es: 'Cambió un token de administración' },
  'admin-token.regenerated': {
    en: 'Regenerated an admin token',
    es: 'Regeneró un token de administración',
  },
  'admin-token.deleted': {
    en: 'Deleted an admin token',
    es: 'Eliminó un token de administración',
  },
  'transfer-token.created': {
    en: 'Created a transfer token',
    es: 'Creó un token de transferencia',
  },
  'transfer-token.changed': {
    en: 'Changed a transfer token',
    es: 'Cambió un token de transferencia',
  },
  'transfer-token.regenerated': {
    en: 'Regenerated a transfer token',
    es: 'Regeneró un token de transferencia',
  },
  'transfer-token.deleted': {
    en: 'Deleted a transfer token',
    es: 'Eliminó un token de transferencia',
  },

  'settings.upload': { en: 'Changed the media settings', es: 'Cambió los ajustes de archivos' },
  'settings.upload-view': {
    en: 'Changed the view of the media library',
    es: 'Cambió la vista de la biblioteca de archivos',
  },
  'settings.view': { en: 'Changed the view of a type', es: 'Cambió la vista de un tipo' },
  'settings.languages': {
    en: 'Changed the settings of languages',
    es: 'Cambió los ajustes de idiomas',
  },
  'settings.panel': {
    en: 'Changed the appearance of the panel',
    es: 'Cambió el aspecto del panel',
  },
  'settings.accounts': {
    en: 'Changed the settings of student accounts',
    es: 'Cambió los ajustes de las cuentas de alumnos',
  },
  'settings.account-providers': {
    en: 'Changed the sign-in providers of students',
    es: 'Cambió los proveedores de acceso de los alumnos',
  },
  'settings.account-mails': {
    en: 'Changed the account e-mails',
    es: 'Cambió los correos de las cuentas',
  },
  'language.created': { en: 'Added a language', es: 'Añadió un idioma' },
  'language.changed': { en: 'Changed a language', es: 'Cambió un idioma' },
  'language.deleted': { en: 'Deleted a language', es: 'Eliminó un idioma' },
  'student-role.created': { en: 'Created a student role', es: 'Creó un rol de alumnos' },
  'student-role.changed': { en: 'Changed a student role', es: 'Cambió un rol de alumnos' },
  'student-role.deleted': { en: 'Deleted a student role', es: 'Eliminó un rol de alumnos' },
  'line-role.created': {
    en: 'Created a role for a business line',
    es: 'Creó un rol para una línea de negocio',
  },

  'webhook.created': { en: 'Added a webhook', es: 'Añadió un webhook' },
  'webhook.changed': { en: 'Changed a webhook', es: 'Cambió un webhook' },
  'webhook.deleted': { en: 'Deleted a webhook', es: 'Eliminó un webhook' },
  'webhook.secret-shown': {
    en: 'Viewed the secret of a webhook',
    es: 'Vio el secreto de un webhook',
  },
  'webhook.secret-renewed': {
    en: 'Renewed the secret of a webhook',
    es: 'Renovó el secreto de un webhook',
  },
  'webhook.tested': { en: 'Sent a test to a webhook', es: 'Envió una prueba a un webhook' },
  'webhook.sent-again': { en: 'Sent a webhook again', es: 'Reenvió un webhook' },
  'mail.sent-again': { en: 'Sent an e-mail again', es: 'Reenvió un correo' },
  'mail.sent-by-hand': { en: 'Sent an e-mail by hand', es: 'Envió un correo a mano' },

  'export.partner-video': {
    en: 'Exported partner video accesses',
    es: 'Exportó los accesos a vídeos de socios',
  },
  'export.audit': { en: 'Exported the audit log', es: 'Exportó el registro de auditoría' },
  'export.entries': { en: 'Exported entries', es: 'Exportó entradas' },
  'import.entries': { en: 'Imported entries', es: 'Importó entradas' },
  'history.noted': { en: 'Wrote a note in the history', es: 'Escribió una nota en el historial' },
  'import.undone': { en: 'Undid an import', es: 'Deshizo una importación' },
  'transfer.pulled': { en: 'Transferred data from here', es: 'Transfirió datos desde aquí' },
  'transfer.pushed': { en: 'Transferred data to here', es: 'Transfirió datos hacia aquí' },
  'personal-data.listed': {
    en: 'Read personal data in bulk',
    es: 'Leyó datos personales en bloque',
  },
  'personal-data.read-repeatedly': {
    en: 'Read personal data repeatedly',
    es: 'Leyó datos personales repetidamente',
  },
  'student.created': { en: 'Created a student account', es: 'Creó una cuenta de alumno' },
  'student.changed': { en: 'Changed a student account', es: 'Cambió una cuenta de alumno' },
  'student.deleted': { en: 'Deleted a student account', es: 'Eliminó una cuenta de alumno' },
  'price.requested': {
    en: 'Requested a new price from the payment provider',
    es: 'Pidió un precio nuevo a la pasarela de pago',
  },
  'price.created': {
    en: 'Created a price at the payment provider',
    es: 'Creó un precio en la pasarela de pago',
  },
  'price.refused': {
    en: 'Price rejected by the payment provider',
    es: 'Precio rechazado por la pasarela de pago',
  },
  'order.refunded': { en: 'Refund recorded', es: 'Reembolso registrado' },
} as const satisfies Readonly<Record<string, Text>>;

export type AuditAction = keyof typeof actions;

export const isAuditAction = (code: string): code is AuditAction => code in actions;
