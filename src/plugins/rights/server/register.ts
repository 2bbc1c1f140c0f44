import type { WithStrapi } from '../../../platform/with-strapi';
import { addConditionFamily } from '../../../platform/strapi/admin-conditions';
import { guardFiles } from './guard-files';
import { guardQueries } from './guard-queries';
import { guardRelations, hasCheckedFilters } from './guard-relations';
import { guardTranslations } from './guard-translations';
import { keepHiddenInCopies } from './hidden-copies';
import { businessLinesOf } from './business-lines';

export const register = ({ strapi }: WithStrapi): void => {
  addConditionFamily({ strapi }, businessLinesOf({ strapi }).family);
  guardQueries({ strapi }, hasCheckedFilters);
  guardRelations({ strapi });
  guardFiles({ strapi });
  guardTranslations({ strapi });
  keepHiddenInCopies({ strapi });
};
