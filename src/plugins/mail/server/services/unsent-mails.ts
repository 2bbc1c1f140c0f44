import type { WithStrapi } from '../../../../platform/with-strapi';
import { type FailedJob, jobsOf } from '../../../../platform/jobs';
import { MAIL_JOB, type QueuedMail } from '../kinds';
import { mailKindNamed } from '../registry';

export type UnsentMail = Pick<FailedJob, 'id' | 'state' | 'failedAt' | 'tries' | 'reason'> & {
  kind: string;
  /** Null: the reader is not there any more. */
  to: string | null;
};

/** Where queued mails would go; each kind knows it of its own, and is asked once for all of them. */
const addressesOf = async (
  { strapi }: WithStrapi,
  mails: readonly QueuedMail[],
): Promise<Map<QueuedMail, string | null>> => {
  const addresses = new Map<QueuedMail, string | null>();
  for (const name of new Set(mails.map(({ kind }) => kind))) {
    const ofKind = mails.filter(({ kind }) => kind === name);
    const found = (await mailKindNamed({ strapi }, name)?.addressesOf(ofKind)) ?? [];
    for (const [at, mail] of ofKind.entries()) addresses.set(mail, found[at] ?? null);
  }
  return addresses;
};

/** Mails that were not sent, or not yet although it has been tried; the latest first. */
export const unsentMails = async ({ strapi }: WithStrapi): Promise<UnsentMail[]> => {
  const failed = await jobsOf({ strapi }).failed({ name: MAIL_JOB, orWaiting: true });
  const jobs = failed.map((job) => ({ ...job, mail: job.data as QueuedMail }));
  const addresses = await addressesOf(
    { strapi },
    jobs.map(({ mail }) => mail),
  );
  return jobs.map(({ id, mail, state, failedAt, tries, reason }) => ({
    id,
    kind: mail.kind,
    to: addresses.get(mail) ?? null,
    state,
    failedAt,
    tries,
    reason,
  }));
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Has a mail tried again now. False: it is not among the unsent ones. */
export const resendMail = async ({ strapi }: WithStrapi, id: string): Promise<boolean> =>
  UUID.test(id) && jobsOf({ strapi }).retry(MAIL_JOB, id);
