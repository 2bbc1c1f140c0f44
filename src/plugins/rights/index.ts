import type { Feature } from '../../feature/feature';
import { guardFileQueries } from './server/guard-file-queries';
import { refuseForeignUpdates } from './server/guard-documents';
import { register } from './server/register';

/** Limits roles to business lines and languages. */
export const rights: Feature = {
  name: 'rights',
  folder: __dirname,
  auditedActions: {
    routes: {
      'POST /rights/lines/:documentId/roles': {
        action: 'line-role.created',
        target: 'api::vertical.vertical',
        takesTurns: true,
      },
    },
  },
  refuseForeignUpdates,
  register,
  bootstrap: guardFileQueries,
};

export { nameHiddenEntries } from './server/name-hidden';
export { refreshLines } from './server/refresh-lines';
export { makeLineRole } from './server/line-role';
export { refuseHiddenPopulate } from './server/guard-queries';
export { guardBusinessLines } from './server/guard-documents';
