import type { WithStrapi } from '../../../platform/with-strapi';
import { jobsOf } from '../../../platform/jobs';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';
import { formsController } from './server/controllers/forms';
import { answerRepeatedCreation } from './server/repeated-creation';
import { presenceOf } from './server/presence';
import { unsavedChangesOf } from './server/unsaved-changes';
import { changeRecordsOf } from './server/versions/changes';

/** Users who may update or create entries. Readers have no typing to store. */
const mayWrite = requirePermissionInModel('update', 'create');
const mayRead = requirePermissionInModel('read');

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/typed/:model/:documentId', 'forms.findTyped', mayWrite),
  adminRoute('PUT', '/typed/:model/:documentId', 'forms.keepTyped', mayWrite),
  adminRoute('DELETE', '/typed/:model/:documentId', 'forms.forgetTyped', mayWrite),
  adminRoute('POST', '/present/:model/:documentId', 'forms.present', mayRead),
  adminRoute('DELETE', '/present/:model/:documentId', 'forms.left', mayRead),
);

const CLEAN_UP = 'concurrent-editing.clean-up';

/** Deletes expired typing, presence and change records every night. */
const register = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await unsavedChangesOf({ strapi }).forgetOld();
    await presenceOf({ strapi }).forgetGone();
    await changeRecordsOf({ strapi }).forgetOld();
  });
  jobs.schedule(CLEAN_UP, '41 3 * * *');
};

export default {
  register,
  controllers: { forms: formsController },
  middlewares: { 'repeated-creation': answerRepeatedCreation },
  routes: { admin: adminRoutes },
};
