import type { WithStrapi } from '../with-strapi';

const WRITING = ['create', 'update', 'delete', 'publish'].map(
  (verb) => `plugin::content-manager.explorer.${verb}`,
);

type Action = { subjects?: readonly string[] };

/**
 * Makes a content type read-only in the admin panel. The permissions to write it no longer exist,
 * also for super admins, so the panel shows no buttons and the endpoints reject writes. Call it in
 * a plugin's `bootstrap`: after the content manager creates these permissions and before the admin
 * assigns them.
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
