import type { WithStrapi } from '../../../../platform/with-strapi';
import { type FailedJob, jobsOf } from '../../../../platform/jobs';
import { MAIL_JOB, type QueuedMail } from '../kinds';
import { mailKindNamed } from '../registry';

export type UnsentMail = Pick<FailedJob, 'id' | 'state' | 'failedAt' | 'tries' | 'reason'> & {
  kind: string;
  /** Recipient; null if the reader no longer exists. */
  to: string | null;
};

/** Returns the recipients of queued mails, with one lookup per kind. */
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

/** Returns mails that were not sent, including those that will be retried; the latest first. */
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

/** Retries a mail now. Returns false if it is not among the unsent mails. */
export const resendMail = async ({ strapi }: WithStrapi, id: string): Promise<boolean> =>
  UUID.test(id) && jobsOf({ strapi }).retry(MAIL_JOB, id);
