import type { Feature } from '#feature/feature';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { addConditionFamily } from '#platform/strapi/admin-conditions';
import { guardFileQueries, guardFiles } from './server/guard-files';
import { refuseForeignUpdates, keepHiddenInCopies } from './server/guard-documents';
import { guardAdministrators } from './server/guard-administrators';
import { guardQueries } from './server/guard-queries';
import { guardRelations, hasCheckedFilters } from './server/guard-relations';
import { guardSelections } from './server/guard-selections';
import { guardTranslations } from './server/guard-translations';
import { getBusinessLines, refreshLines } from './server/business-lines';

const register = ({ strapi }: WithStrapi): void => {
  addConditionFamily({ strapi }, getBusinessLines({ strapi }).family);
  refreshLines({ strapi });
  guardQueries({ strapi }, hasCheckedFilters);
  guardRelations({ strapi });
  guardSelections({ strapi });
  guardFiles({ strapi });
  guardTranslations({ strapi });
  guardAdministrators({ strapi });
  keepHiddenInCopies({ strapi });
};

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

export { makeLineRole } from './server/line-role';
export { refuseHiddenPopulate } from './server/guard-queries';
export { guardBusinessLines } from './server/guard-documents';
