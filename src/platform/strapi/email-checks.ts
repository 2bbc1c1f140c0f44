import { yup } from '@strapi/utils';

/** The longest address that can be sent to (RFC 5321, 4.5.3.1). */
const LONGEST = 320;

/** In the part of yup's expression that stands for the domain, one or more labels with a dot behind each. */
const LABELS = '\\.)+(([a-z]';

/** One label: it may contain dots, so that it matches all that several match. */
const LABEL = '\\.)(([a-z]';

/**
 * Makes the check of `yup.string().email()` finish. Its expression tries all ways to divide a domain into labels, twice as many
 * with each dot: seventy characters, sent to `/admin/forgot-password` by anybody, stopped the process for good.
 * Strapi's schemas, those that exist already too, share the expression, so its own method is replaced.
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
