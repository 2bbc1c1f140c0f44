import type { Layout } from '#feature/layout';

export const user: Layout = {
  uid: 'plugin::users-permissions.user',
  name: { en: 'User', es: 'Alumno' },
  title: 'email',
  columns: ['email', 'nameLastName', 'role', 'vertical', 'blocked', 'createdAt'],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      email: {
        label: { en: 'E-mail', es: 'Correo electrónico' },
        size: 6,
        hint: { en: 'The student logs in with it.', es: 'El alumno inicia sesión con él.' },
      },
      username: {
        label: { en: 'User name', es: 'Nombre de usuario' },
        size: 6,
        hint: { en: 'Changes with the e-mail.', es: 'Cambia con el correo electrónico.' },
      },
    },
    {
      role: {
        label: { en: 'Role', es: 'Rol' },
        size: 6,
        hint: {
          en: 'ADMINISTRATOR may list and migrate users.',
          es: 'ADMINISTRATOR puede listar y migrar usuarios.',
        },
      },
      blocked: {
        label: { en: 'Blocked', es: 'Bloqueado' },
        size: 3,
        hint: {
          en: 'Ends every login and refuses new ones.',
          es: 'Cierra todas las sesiones y no permite otras.',
        },
      },
      confirmed: {
        label: { en: 'Confirmed', es: 'Confirmado' },
        size: 3,
        hint: {
          en: 'The student has proven the address. A new address must be proven again.',
          es: 'El alumno ha comprobado la dirección. Una dirección nueva se comprueba otra vez.',
        },
      },
    },
    {
      password: {
        label: { en: 'Password', es: 'Contraseña' },
        size: 6,
        hint: {
          en: 'A new password ends every login. Let the student request a code instead.',
          es: 'Una contraseña nueva cierra todas las sesiones. Mejor que el alumno pida un código.',
        },
      },
      nameLastName: { label: { en: 'Full name', es: 'Nombre completo' }, size: 6 },
    },
    {
      name: { label: { en: 'Given name', es: 'Nombre de pila' }, size: 6 },
      surname: { label: { en: 'Family name', es: 'Apellidos' }, size: 6 },
    },
    {
      identificationNumber: {
        label: { en: 'Identity document', es: 'Documento de identidad' },
        size: 6,
      },
      phone: { label: { en: 'Telephone', es: 'Teléfono' }, size: 6 },
    },
    {
      birthday: { label: { en: 'Birthday', es: 'Fecha de nacimiento' }, size: 4 },
      language: {
        label: { en: 'Language', es: 'Idioma' },
        size: 4,
        hint: { en: 'The language of e-mails.', es: 'El idioma de los correos.' },
      },
      vertical: {
        label: { en: 'Business line', es: 'Línea de negocio' },
        size: 4,
        hint: { en: 'The short name of the line.', es: 'El nombre corto de la línea.' },
      },
    },
    {
      origin: {
        label: { en: 'Origin', es: 'Origen' },
        size: 4,
        hint: { en: 'The former platform.', es: 'La plataforma de la que viene.' },
      },
      isFromLegacy: {
        label: { en: 'From the old platform', es: 'De la plataforma antigua' },
        size: 4,
        hint: {
          en: 'On until the student sets a password here.',
          es: 'Activo hasta que el alumno establezca una contraseña aquí.',
        },
      },
      newsletter: { label: { en: 'Newsletter', es: 'Boletín' }, size: 4 },
    },
    { billingAddress: { label: { en: 'Billing address', es: 'Dirección de facturación' } } },
    { mailingAddress: { label: { en: 'Mailing address', es: 'Dirección de envío' } } },
  ],
  hidden: {
    provider: { en: 'Login method', es: 'Método de inicio de sesión' },
    resetPasswordToken: { en: 'Reset token', es: 'Token de restablecimiento' },
    confirmationToken: { en: 'Confirmation token', es: 'Token de confirmación' },
    confirmedAt: { en: 'Confirmed at', es: 'Confirmado el' },
    sessionStamp: { en: 'Login stamp', es: 'Sello de sesión' },
  },
};
