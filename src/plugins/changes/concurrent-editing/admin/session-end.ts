import type { Translations } from '../../../../feature/admin/panel';

/**
 * Replaces Strapi's texts of an ended session under Strapi's own ids. Strapi's texts say that
 * unsaved changes are lost, and have no Spanish translation. Here the changes are kept.
 */
export const sessionEnd: Translations = {
  en: {
    'app.session.ended.title': 'Your session has ended',
    'app.session.ended.unsaved':
      'Your changes are kept. Log in again and open this entry to restore them.',
  },
  es: {
    'app.session.ended.title': 'Tu sesión ha terminado',
    'app.session.ended.unsaved':
      'Tus cambios se conservan. Inicia sesión de nuevo y abre esta entrada para restaurarlos.',
  },
};
