import type { MailKind, MailText } from './kinds';

/** The letters of a service for which Marketing has not written any yet. */
export const builtIn: Readonly<Record<string, Readonly<Record<MailKind, MailText>>>> = {
  es: {
    welcome: {
      subject: 'Te damos la bienvenida, {{ name }}',
      preheader: 'Tu cuenta está lista.',
      body: `# Te damos la bienvenida

Hola, {{ name }}:

Tu cuenta en **{{ vertical }}** está lista. Puedes entrar cuando quieras con tu correo electrónico, {{ email }}, y la contraseña que elegiste.

Nos alegra tenerte aquí.`,
    },
    'reset-code': {
      subject: 'Tu código para cambiar la contraseña',
      preheader: 'Es válido durante {{ minutes }} minutos.',
      body: `# Cambia tu contraseña

Hola, {{ name }}:

Hemos recibido una petición para cambiar la contraseña de tu cuenta en **{{ vertical }}**. Este es tu código:

## {{ code }}

Es válido durante {{ minutes }} minutos y sirve una sola vez.

Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma. No des este código a nadie.`,
    },
    'password-changed': {
      subject: 'Tu contraseña ha cambiado',
      preheader: 'Si no has sido tú, pide un código nuevo.',
      body: `# Tu contraseña ha cambiado

Hola, {{ name }}:

La contraseña de tu cuenta en **{{ vertical }}** acaba de cambiar y hemos cerrado todas las sesiones que estaban abiertas.

Si no has sido tú, pide enseguida un código para establecer una contraseña nueva.`,
    },
  },
  en: {
    welcome: {
      subject: 'Welcome, {{ name }}',
      preheader: 'Your account is ready.',
      body: `# Welcome

Hello {{ name }},

Your account with **{{ vertical }}** is ready. Log in whenever you like with your e-mail, {{ email }}, and the password you chose.

We are glad to have you here.`,
    },
    'reset-code': {
      subject: 'Your code to change the password',
      preheader: 'It is valid for {{ minutes }} minutes.',
      body: `# Change your password

Hello {{ name }},

Somebody asked to change the password of your account with **{{ vertical }}**. This is your code:

## {{ code }}

It is valid for {{ minutes }} minutes and works once.

If it was not you, there is nothing to do: your password stays as it is. Do not give this code to anyone.`,
    },
    'password-changed': {
      subject: 'Your password has changed',
      preheader: 'If it was not you, ask for a new code.',
      body: `# Your password has changed

Hello {{ name }},

The password of your account with **{{ vertical }}** has just been changed, and every login that was open has ended.

If it was not you, ask for a code right away and set a new password.`,
    },
  },
};
