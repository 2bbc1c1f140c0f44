import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { presenceOf } from './presence';
import { unsavedChangesOf } from './unsaved-changes';
import { changeRecordsOf } from './versions/changes';

const CLEAN_UP = 'concurrent-editing.clean-up';

/** Deletes expired typing, presence and change records every night. */
export const register = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await unsavedChangesOf({ strapi }).forgetOld();
    await presenceOf({ strapi }).forgetGone();
    await changeRecordsOf({ strapi }).forgetOld();
  });
  jobs.schedule(CLEAN_UP, '41 3 * * *');
};
