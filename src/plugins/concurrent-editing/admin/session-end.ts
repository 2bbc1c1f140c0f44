import type { Translations } from '../../../feature/admin/panel';

/**
 * What is said when a session ends in the middle of typing, under Strapi's own ids: its words say that what was
 * typed is lost, and are missing in Spanish. It is kept, and offered again.
 */
export const sessionEnd: Translations = {
  en: {
    'app.session.ended.title': 'Your session has ended',
    'app.session.ended.unsaved':
      'What you have typed is kept. Sign in again and open this entry, and it is offered to you.',
  },
  es: {
    'app.session.ended.title': 'Tu sesión ha terminado',
    'app.session.ended.unsaved':
      'Lo que has escrito se conserva. Vuelve a entrar y abre esta entrada, y se te ofrecerá.',
  },
};
