import { yup } from '@strapi/utils';

/** The longest address that can be sent to (RFC 5321, 4.5.3.1). */
const LONGEST = 320;

/** In the part of yup's expression that stands for the domain, one or more labels with a dot behind each. */
const LABELS = '\\.)+(([a-z]';

/** One label: it may contain dots, so that it matches all that several match. */
const LABEL = '\\.)(([a-z]';

/**
 * Makes the check of `yup.string().email()` finish. Its expression tries all ways to divide a domain into labels, twice as many
 * with each dot: seventy characters, sent to `/admin/forgot-password` by anybody, stopped the process for good. All of
 * Strapi's schemas share the expression, those that exist already too, and it is changed in place.
 */
export const boundEmailChecks = (): void => {
  const [check] = yup.string().email().describe().tests;
  const { regex } = (check?.params ?? {}) as { regex?: unknown };
  if (!(regex instanceof RegExp)) throw new Error('src/strapi/email-checks.ts: yup has changed');
  const { source, flags } = regex;
  if (!source.includes(LABELS)) return;
  const bounded = source.replace('^', `^(?=[^]{0,${LONGEST}}$)`).replace(LABELS, LABEL);
  regex.compile(bounded, flags);
};
