import { User } from '@strapi/icons';
import { MENU_POSITIONS, type PanelFeature } from '#feature/admin/panel';
import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';
import es from '../translations/es.json';

const { message } = createTexts(en);

const STUDENT = 'plugin::users-permissions.user';

/** Adds the students to the menu of those who may read them. */
export const panel: PanelFeature = {
  name: 'account',
  translations: { en, es },
  searches: [
    {
      uid: STUDENT,
      title: message('account.menu'),
      names: ['email', 'nameLastName'],
      terms: ['email', 'name'],
    },
  ],
  register(app): void {
    app.addMenuLink({
      to: `content-manager/collection-types/${STUDENT}`,
      position: MENU_POSITIONS.students,
      icon: User,
      intlLabel: message('account.menu'),
      permissions: [{ action: 'plugin::content-manager.explorer.read', subject: STUDENT }],
    });
  },
};
