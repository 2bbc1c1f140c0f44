import { formsController } from './server/controllers/forms';
import { answerRepeatedCreation } from './server/repeated-creation';
import { adminRoutes } from './server/routes/admin';
import type { WithStrapi } from '../../../platform/with-strapi';
import { jobsOf } from '../../../platform/jobs';
import { presenceOf } from './server/presence';
import { unsavedChangesOf } from './server/unsaved-changes';
import { changeRecordsOf } from './server/versions/changes';

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
