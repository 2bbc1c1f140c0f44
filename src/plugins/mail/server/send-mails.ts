import { type FailedJob, type Handler, getJobs, NonRetryableError } from '#platform/jobs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { MAIL_TRY_SECONDS, mailSettings } from '../settings';
import { MAIL_JOB, findMailKind, type QueuedMail } from './kinds';
import { loadBrand } from './services/brand';
import { composeMail, sendMail } from './services/compose-mail';
import { nameForMail } from './templates/names';
import { selectTemplate } from './templates/select-template';

const DAY = 86_400;

/**
 * Maximum pause between two attempts, in seconds. It limits the delay after the mail server is
 * back: a user waiting for a code must not wait an hour.
 */
const LONGEST_PAUSE = 300;

type SmtpError = { code?: string; responseCode?: number; command?: string; message: string };

/**
 * Describes a failure by the mail server and the step of the dialogue: "mail server
 * smtp.example.com:587, DATA: Timeout".
 */
const describeFailure = ({ strapi }: WithStrapi, error: unknown): string => {
  const { host, port } = mailSettings.of({ strapi });
  const { command, message } = error as SmtpError;
  const step = command === undefined || command === 'CONN' ? '' : `, ${command}`;
  return `mail server ${host}:${port}${step}: ${message}`;
};

const isRefusedForGood = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError;
  return code === 'EENVELOPE' && responseCode >= 500;
};

const createMailHandler =
  ({ strapi }: WithStrapi): Handler<QueuedMail> =>
  async ({ id, data }) => {
    const kind = findMailKind({ strapi }, data.kind);
    // The job is retried, and another node may run a release that knows the kind.
    if (kind === null) throw new Error(`There is no e-mail of the kind ${data.kind}`);
    const addressed = await kind.prepare(data);
    if (addressed === null) return;
    const { to, name, isNameUnproven = false, vertical, lang } = addressed;
    const brand = await loadBrand({ strapi }, vertical);
    const values = {
      ...addressed.values,
      name: nameForMail(name ?? '', !isNameUnproven) || to,
      email: to,
      vertical: brand.name,
    };
    const mail = await composeMail({ strapi }, kind, {
      text: await selectTemplate({ strapi }, kind, { vertical, lang }),
      values,
      subjectValues: isNameUnproven ? { ...values, name: to } : values,
      brand,
    });
    try {
      await sendMail({ strapi }, { ...mail, to, id });
    } catch (error) {
      const reason = describeFailure({ strapi }, error);
      // The server rejected the recipient permanently; further attempts would be useless.
      if (isRefusedForGood(error)) throw new NonRetryableError(reason, { cause: error });
      throw new Error(reason, { cause: error });
    }
  };

/** Defines the job that sends mails; call it in `register`. */
export const defineMailJob = ({ strapi }: WithStrapi): void => {
  const { retrySeconds } = mailSettings.of({ strapi });
  const longestPause = Math.max(retrySeconds, LONGEST_PAUSE);
  getJobs({ strapi }).define(MAIL_JOB, createMailHandler({ strapi }), {
    retryDelay: retrySeconds,
    retryDelayMax: longestPause,
    retryForSeconds: 3 * DAY,
    // Enough attempts for three days if all pauses are as short as the first, as an older release
    // on the same database makes them.
    retryLimit: Math.ceil((3 * DAY) / retrySeconds),
    expireInSeconds: MAIL_TRY_SECONDS,
    concurrency: 4,
  });
};

/** Enqueues a mail; it is sent after the running transaction is committed. */
export const sendMailLater = async ({ strapi }: WithStrapi, mail: QueuedMail): Promise<void> => {
  await getJobs({ strapi }).enqueue(MAIL_JOB, mail);
};

type UnsentMail = Pick<FailedJob, 'id' | 'state' | 'failedAt' | 'tries' | 'reason'> & {
  kind: string;
  /** Recipient; null if the reader no longer exists. */
  to: string | null;
};

/** Returns the recipients of queued mails, with one lookup per kind. */
const loadAddresses = async (
  { strapi }: WithStrapi,
  mails: readonly QueuedMail[],
): Promise<Map<QueuedMail, string | null>> => {
  const addresses = new Map<QueuedMail, string | null>();
  for (const name of new Set(mails.map(({ kind }) => kind))) {
    const ofKind = mails.filter(({ kind }) => kind === name);
    const recipients = (await findMailKind({ strapi }, name)?.addressesOf(ofKind)) ?? [];
    for (const [index, mail] of ofKind.entries()) addresses.set(mail, recipients[index] ?? null);
  }
  return addresses;
};

/** Returns mails that were not sent, including those that will be retried; the latest first. */
export const loadUnsentMails = async ({ strapi }: WithStrapi): Promise<UnsentMail[]> => {
  const failed = await getJobs({ strapi }).failed({ name: MAIL_JOB, orWaiting: true });
  const jobs = failed.map((job) => ({ ...job, mail: job.data as QueuedMail }));
  const addresses = await loadAddresses(
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
  UUID.test(id) && getJobs({ strapi }).retry(MAIL_JOB, id);
