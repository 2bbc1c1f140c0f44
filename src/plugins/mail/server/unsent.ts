import type { Core } from '@strapi/types';
import { type FailedJob, jobsOf } from '../../../jobs';
import { USER } from '../../account/server/users';
import type { MailKind } from './kinds';
import { MAIL_JOB, type MailJob } from './queue';

type Strapi = { strapi: Core.Strapi };

export type UnsentMail = Pick<FailedJob, 'id' | 'state' | 'failedAt' | 'tries' | 'reason'> & {
  kind: MailKind;
  /** Null: the account is not there any more. */
  to: string | null;
};

type Owner = { documentId: string; email: string };

/** Letters that were not sent, or not yet although it has been tried; the latest first. */
export const unsentMails = async ({ strapi }: Strapi): Promise<UnsentMail[]> => {
  const jobs = await jobsOf({ strapi }).failed({ name: MAIL_JOB, orWaiting: true });
  const documentIds = jobs.flatMap(({ data }) => {
    const job = data as MailJob;
    return 'user' in job ? [job.user] : [];
  });
  const owners = (await strapi.db.query(USER).findMany({
    where: { documentId: { $in: documentIds } },
    select: ['documentId', 'email'],
  })) as Owner[];
  const emails = new Map(owners.map(({ documentId, email }) => [documentId, email]));
  return jobs.map(({ id, data, state, failedAt, tries, reason }) => {
    const job = data as MailJob;
    const to = 'email' in job ? job.email : (emails.get(job.user) ?? null);
    return { id, kind: job.kind, to, state, failedAt, tries, reason };
  });
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Has a letter tried again now. False: it is not among the unsent ones. */
export const resendMail = async ({ strapi }: Strapi, id: string): Promise<boolean> =>
  UUID.test(id) && jobsOf({ strapi }).retry(MAIL_JOB, id);
