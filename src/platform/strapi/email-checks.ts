import { yup } from '@strapi/utils';

/** Maximum length of an e-mail address (RFC 5321, 4.5.3.1). */
const LONGEST = 320;

/** The part of yup's expression for the domain: one or more labels, each followed by a dot. */
const LABELS = '\\.)+(([a-z]';

/** One label that may contain dots, so that it matches the same as several labels. */
const LABEL = '\\.)(([a-z]';

/**
 * Makes the check of `yup.string().email()` terminate. Its expression tries all ways to divide a
 * domain into labels, twice as many with each dot. Seventy characters, sent to
 * `/admin/forgot-password` by anyone, blocked the process for good. Strapi's existing schemas share
 * the expression, so its own method is replaced.
 */
export const boundEmailChecks = (): void => {
  const [check] = yup.string().email().describe().tests;
  const { regex } = (check?.params ?? {}) as { regex?: unknown };
  if (!(regex instanceof RegExp) || !regex.source.includes(LABELS)) {
    throw new Error('src/platform/strapi/email-checks.ts: yup has changed');
  }
  if (Object.hasOwn(regex, 'exec')) return;
  const { source, flags } = regex;
  const bounded = new RegExp(
    source.replace('^', `^(?=[^]{0,${LONGEST}}$)`).replace(LABELS, LABEL),
    flags,
  );
  Object.defineProperty(regex, 'exec', { value: (text: string) => bounded.exec(text) });
};
