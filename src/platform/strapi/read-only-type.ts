import type { WithStrapi } from '../with-strapi';

const WRITING = ['create', 'update', 'delete', 'publish'].map(
  (verb) => `plugin::content-manager.explorer.${verb}`,
);

type Action = { subjects?: readonly string[] };

/**
 * Makes a content type something that the admin panel shows and nobody there changes: the permissions to
 * write it cease to exist, for super admins too, so its forms and buttons are gone and its endpoints
 * refuse. Call it in a plugin's `bootstrap`, between the content manager's, which makes these permissions,
 * and the admin's, which hands them out.
 */
export const makeReadOnly = ({ strapi }: WithStrapi, uid: string): void => {
  const { actionProvider } = strapi.service('admin::permission') as {
    actionProvider: { get: (id: string) => Action | undefined };
  };
  for (const id of WRITING) {
    const action = actionProvider.get(id);
    if (action?.subjects === undefined) {
      throw new Error(`read-only: the content manager no longer knows ${id}`);
    }
    action.subjects = action.subjects.filter((subject) => subject !== uid);
  }
};
