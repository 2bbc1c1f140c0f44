import type { MailText, Translated } from '#plugins/mail';

/** Mail to a user who has registered. */
export const welcomeTexts: Translated<MailText> = {
  es: {
    subject: 'Te damos la bienvenida a {{ vertical }}',
    preheader: 'Tu cuenta está lista.',
    body: `# Te damos la bienvenida

Hola, {{ name }}:

Alguien, esperamos que tú, ha abierto una cuenta en **{{ vertical }}** con este correo electrónico, {{ email }}. Si has sido tú, puedes entrar cuando quieras con él y la contraseña que elegiste.

Confirma tu correo electrónico para ver en la cuenta también tus compras sin ella:

[Confirmar mi correo electrónico]({{ confirmUrl }})

Necesitas la contraseña de la cuenta. El enlace es válido durante {{ days }} días.

Si no has sido tú, no confirmes: pide un código para establecer una contraseña nueva. Con ella la cuenta pasa a ser tuya y deja de serlo de quien la registró.

Nos alegra tenerte aquí.`,
  },
  en: {
    subject: 'Welcome to {{ vertical }}',
    preheader: 'Your account is ready.',
    body: `# Welcome

Hello {{ name }},

Somebody, hopefully you, has opened an account with **{{ vertical }}** under this e-mail address, {{ email }}. If it was you, log in whenever you like with it and the password you chose.

Confirm your e-mail address, so that the account also shows your purchases without it:

[Confirm my e-mail address]({{ confirmUrl }})

You need the password of the account. The link is valid for {{ days }} days.

If it was not you, do not confirm: ask for a code and set a new password. The person who registered the account then loses it.

We are glad to have you here.`,
  },
};

/** Mail with another link that confirms an address. */
export const confirmEmailTexts: Translated<MailText> = {
  es: {
    subject: 'Confirma tu correo electrónico',
    preheader: 'El enlace es válido durante {{ days }} días.',
    body: `# Confirma tu correo electrónico

Hola, {{ name }}:

Alguien, esperamos que tú, ha abierto una cuenta en **{{ vertical }}** con este correo electrónico, {{ email }}. Si has sido tú, confírmalo para ver en la cuenta también tus compras sin ella:

[Confirmar mi correo electrónico]({{ confirmUrl }})

Necesitas la contraseña de la cuenta. El enlace es válido durante {{ days }} días y sirve una sola vez.

Si no has sido tú, no confirmes: pide un código para establecer una contraseña nueva. Con ella la cuenta pasa a ser tuya y deja de serlo de quien la registró.`,
  },
  en: {
    subject: 'Confirm your e-mail address',
    preheader: 'The link is valid for {{ days }} days.',
    body: `# Confirm your e-mail address

Hello {{ name }},

Somebody, hopefully you, has opened an account with **{{ vertical }}** under this e-mail address, {{ email }}. If it was you, confirm the address, so that the account also shows your purchases without it:

[Confirm my e-mail address]({{ confirmUrl }})

You need the password of the account. The link is valid for {{ days }} days and works once.

If it was not you, do not confirm: ask for a code and set a new password. The person who registered the account then loses it.`,
  },
};

/** Mail with a code that sets a new password. */
export const resetCodeTexts: Translated<MailText> = {
  es: {
    subject: 'Tu código para cambiar la contraseña',
    preheader: 'Es válido durante {{ minutes }} minutos.',
    body: `# Cambia tu contraseña

Hola, {{ name }}:

Hemos recibido una petición para cambiar la contraseña de tu cuenta en **{{ vertical }}**. Este es tu código:

## {{ code }}

Es válido durante {{ minutes }} minutos y sirve una sola vez.

Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma. No des este código a nadie.`,
  },
  en: {
    subject: 'Your code to change the password',
    preheader: 'It is valid for {{ minutes }} minutes.',
    body: `# Change your password

Hello {{ name }},

Somebody asked to change the password of your account with **{{ vertical }}**. This is your code:

## {{ code }}

It is valid for {{ minutes }} minutes and works once.

If it was not you, there is nothing to do: your password stays as it is. Do not give this code to anyone.`,
  },
};

/** Mail to the owner of an account whose password was set by a code. */
export const passwordChangedTexts: Translated<MailText> = {
  es: {
    subject: 'Tu contraseña ha cambiado',
    preheader: 'Si no has sido tú, pide un código nuevo.',
    body: `# Tu contraseña ha cambiado

Hola, {{ name }}:

La contraseña de tu cuenta en **{{ vertical }}** acaba de cambiar y hemos cerrado todas las sesiones que estaban abiertas.

Si no has sido tú, pide enseguida un código para establecer una contraseña nueva.`,
  },
  en: {
    subject: 'Your password has changed',
    preheader: 'If it was not you, ask for a new code.',
    body: `# Your password has changed

Hello {{ name }},

The password of your account with **{{ vertical }}** has just been changed, and every login that was open has ended.

If it was not you, ask for a code right away and set a new password.`,
  },
};

/** Mail to the owner of an account that was locked after too many wrong passwords. */
export const loginLockedTexts: Translated<MailText> = {
  es: {
    subject: 'Demasiados intentos de entrar en tu cuenta',
    preheader: 'Tu cuenta está protegida.',
    body: `# Demasiados intentos de entrar

Hola, {{ name }}:

Alguien ha escrito demasiadas veces una contraseña equivocada para tu cuenta en **{{ vertical }}**. Durante un rato solo puedes entrar desde las redes que ya has usado.

Si eras tú y no recuerdas la contraseña, o no puedes entrar, establece una nueva con este código:

## {{ code }}

Es válido durante {{ minutes }} minutos y sirve una sola vez. Con la contraseña nueva podrás entrar desde cualquier sitio.

Si no eras tú, no tienes que hacer nada: nadie ha entrado. No des este código a nadie.`,
  },
  en: {
    subject: 'Too many attempts to log in to your account',
    preheader: 'Your account is protected.',
    body: `# Too many attempts to log in

Hello {{ name }},

Somebody has typed a wrong password for your account with **{{ vertical }}** too often. For a while, you can log in only from networks that you have used before.

If it was you and you do not remember the password, or cannot log in, set a new one with this code:

## {{ code }}

It is valid for {{ minutes }} minutes and works once. With the new password you can log in from anywhere.

If it was not you, there is nothing to do: nobody got in. Do not give this code to anyone.`,
  },
};

/** Text that is appended to a template without the link that confirms an address. */
export const confirmLinkTexts: Translated<string> = {
  es: `Alguien, esperamos que tú, ha abierto una cuenta con este correo electrónico.

Confirma tu correo electrónico para ver en la cuenta también tus compras sin ella:

[Confirmar mi correo electrónico]({{ confirmUrl }})

Necesitas la contraseña de la cuenta. El enlace es válido durante {{ days }} días.

Si no has sido tú, no confirmes: pide un código para establecer una contraseña nueva. Con ella la cuenta pasa a ser tuya y deja de serlo de quien la registró.`,
  en: `Somebody, hopefully you, has opened an account with this e-mail address.

Confirm your e-mail address, so that the account also shows your purchases without it:

[Confirm my e-mail address]({{ confirmUrl }})

You need the password of the account. The link is valid for {{ days }} days.

If it was not you, do not confirm: ask for a code and set a new password. The person who registered the account then loses it.`,
};
