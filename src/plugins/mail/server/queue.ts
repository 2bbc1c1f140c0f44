import type { Core } from '@strapi/types';
import { GiveUp, type Handler, jobsOf } from '../../../jobs';
import { hasProvenAddress } from '../../account/server/proven-address';
import { createCode } from '../../account/server/codes';
import { defaultLang } from '../../account/server/languages';
import { findUser } from '../../account/server/users';
import { chooseText } from './choose';
import { brandOf, composeMail } from './compose';
import { CONFIRM_URL, confirmUrlOf, isConfirming, withConfirmation } from './confirmation';
import type { MailKind, Values } from './kinds';
import { nameForMail } from './names';
import { sendMail } from './send';
import { accountSettings } from '../../account/settings';

type Strapi = { strapi: Core.Strapi };

export const MAIL_JOB = 'account.mail';

/** What has to be sent. Never anything secret: a code is made when its letter is written. */
export type MailJob =
  | {
      kind: 'welcome' | 'confirm-email' | 'password-changed';
      user: string;
      lang?: string | undefined;
    }
  | { kind: 'reset-code' | 'login-locked'; email: string; lang?: string | undefined };

const DAY = 86_400;

type Recipient = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const valuesFor = async (
  { strapi }: Strapi,
  kind: MailKind,
  user: Recipient,
  lang: string,
): Promise<Values> => {
  if (isConfirming(kind)) {
    const { code, lifetime } = await createCode({ strapi }, 'confirm-email', user);
    const { vertical } = user;
    return {
      [CONFIRM_URL]: confirmUrlOf({ strapi }, { code, lang, vertical }),
      days: String(lifetime),
    };
  }
  if (kind === 'password-changed') return {};
  const { code, lifetime } = await createCode({ strapi }, 'reset-password', user);
  return { code, minutes: String(lifetime) };
};

/** Whether the occasion has passed, or never was one for this user. */
const isPointless = (kind: MailKind, user: Recipient): boolean => {
  if (kind === 'confirm-email') return hasProvenAddress(user);
  // Without a password nobody can have tried a wrong one.
  return kind === 'login-locked' && user.password === null;
};

/** Their name, where they have one that may stand in an e-mail. */
const nameOf = (user: Recipient): string =>
  nameForMail(user.name ?? user.nameLastName ?? '') || user.email;

const isRefusedForGood = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
};

const handle =
  ({ strapi }: Strapi): Handler<MailJob> =>
  async ({ id, data }) => {
    const user = await findUser(
      { strapi },
      'user' in data ? { documentId: data.user } : { email: data.email },
    );
    if (user === null || user.blocked || isPointless(data.kind, user)) return;
    const { vertical } = user;
    const lang = data.lang ?? user.language ?? defaultLang({ strapi });
    const brand = await brandOf({ strapi }, vertical);
    const values = {
      name: nameOf(user),
      email: user.email,
      vertical: brand.name,
      ...(await valuesFor({ strapi }, data.kind, user, lang)),
    };
    const text = await chooseText({ strapi }, data.kind, { vertical, lang });
    const chosen = withConfirmation(data.kind, text);
    const mail = await composeMail({ strapi }, chosen, values, brand);
    try {
      await sendMail({ strapi }, { ...mail, to: user.email, id });
    } catch (error) {
      // The server knows the recipient and does not want the letter; asking again annoys it.
      if (isRefusedForGood(error)) throw new GiveUp((error as Error).message, { cause: error });
      throw error;
    }
  };

/** Says how letters are sent; call it in `register`. */
export const defineMailJob = ({ strapi }: Strapi): void => {
  const { mailRetrySeconds } = accountSettings.of({ strapi });
  jobsOf({ strapi }).define(MAIL_JOB, handle({ strapi }), {
    retryDelay: mailRetrySeconds,
    retryBackoff: false,
    retryLimit: Math.ceil((3 * DAY) / mailRetrySeconds),
    expireInSeconds: 60,
    concurrency: 4,
  });
};

/** Has a letter sent once the running transaction is committed. */
export const sendLater = async ({ strapi }: Strapi, job: MailJob): Promise<void> => {
  await jobsOf({ strapi }).enqueue(MAIL_JOB, job);
};
