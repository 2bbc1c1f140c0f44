import type { Text } from '#feature/layout';

/** Names of the kinds of e-mail in the panel. */
export const kindNames: Readonly<Record<string, Text>> = {
  welcome: { en: 'Welcome', es: 'Bienvenida' },
  'confirm-email': { en: 'Confirmation', es: 'Confirmación' },
  'reset-code': { en: 'Reset code', es: 'Código' },
  'password-changed': { en: 'Password changed', es: 'Contraseña cambiada' },
  'login-locked': { en: 'Too many attempts', es: 'Demasiados intentos' },
  purchase: { en: 'Purchase', es: 'Compra' },
  'payment-failed': { en: 'Payment failed', es: 'Pago fallido' },
};
