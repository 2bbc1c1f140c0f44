import { z } from '@strapi/utils';
import {
  flag,
  defineSettingsSection,
  list,
  text,
  webAddress,
  wholeNumber,
} from '#platform/settings/section';

export type PayAccount = {
  /** In lower case. Requests name it in any case. */
  name: string;
  secretKey: string;
  webhookSecret: string;
};

export type CheckoutSettings = {
  accounts: readonly PayAccount[];
  /** Address of the payment provider's API. Null: the provider's default. */
  apiBase: string | null;
  /**
   * Timeout of one call to the provider in milliseconds. A whole checkout gets three times this.
   */
  timeoutMs: number;
  /** Checkouts per minute and IP address. E-mail addresses get a third of it. */
  attemptsPerMinute: number;
  /** Whether customers receive e-mails about purchases and failed renewals. */
  sendsPurchaseMails: boolean;
  /** Days for which a failed renewal does not end the access. */
  graceDays: number;
  /** Whether signed-in students are refused products that they already have access to. */
  refusesOwnedProducts: boolean;
  /** Hosts that customers may be sent back to. `*.` in front allows subdomains. Null: any host. */
  returnHosts: readonly string[] | null;
  /** Whether customers may be sent back to addresses without TLS. Never in production. */
  allowsInsecureReturn: boolean;
};

const accountName = /^[a-z0-9][a-z0-9_-]*$/i;
const host = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

const buildVariableNames = (name: string) => {
  const stem = `PAY_${name.toUpperCase().replace(/-/g, '_')}`;
  return { secretKey: `${stem}_SECRET_KEY`, webhookSecret: `${stem}_WEBHOOK_SECRET` };
};

const parseAccountNames = (accounts: string | undefined): string[] => [
  ...new Set(list.parse(accounts ?? '').map((name) => name.toLowerCase())),
];

/** The variables depend on the names in `PAY_ACCOUNTS`. */
export const checkoutSettings = defineSettingsSection<CheckoutSettings>(
  'checkout',
  ({ isProduction, variables }) => {
    const names = parseAccountNames(variables.PAY_ACCOUNTS).filter((name) =>
      accountName.test(name),
    );
    const keys = names.flatMap((name) => Object.values(buildVariableNames(name)));
    const perAccount: Record<string, z.ZodString> = Object.fromEntries(
      keys.map((key) => [key, text.min(8, 'must have at least 8 characters')]),
    );
    return z
      .object({
        ...perAccount,
        PAY_ACCOUNTS: list
          .refine(
            (allNames) => allNames.every((name) => accountName.test(name)),
            'must be names of letters, digits, - and _, separated by commas',
          )
          .default([]),
        PAY_API_BASE: webAddress
          .refine((value) => new URL(value).pathname === '/', 'must be an address without a path')
          .optional(),
        PAY_TIMEOUT_MS: wholeNumber(100, 60_000).default(6_000),
        CHECKOUT_ATTEMPTS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
        CHECKOUT_PURCHASE_MAILS: flag.default(true),
        CHECKOUT_GRACE_DAYS: wholeNumber(0, 60).default(3),
        CHECKOUT_REFUSE_OWNED: flag.default(false),
        CHECKOUT_RETURN_HOSTS: list
          .refine(
            (hosts) => hosts.every((value) => host.test(value)),
            'must be hosts like www.example.com or *.example.com, separated by commas',
          )
          .optional(),
      })
      .transform((env) => {
        const values: Readonly<Record<string, unknown>> = env;
        const getValue = (key: string): string => {
          const value = values[key];
          return typeof value === 'string' ? value : '';
        };
        return {
          accounts: names.map((name) => {
            const { secretKey, webhookSecret } = buildVariableNames(name);
            return {
              name,
              secretKey: getValue(secretKey),
              webhookSecret: getValue(webhookSecret),
            };
          }),
          apiBase: env.PAY_API_BASE ?? null,
          timeoutMs: env.PAY_TIMEOUT_MS,
          attemptsPerMinute: env.CHECKOUT_ATTEMPTS_PER_MINUTE,
          sendsPurchaseMails: env.CHECKOUT_PURCHASE_MAILS,
          graceDays: env.CHECKOUT_GRACE_DAYS,
          refusesOwnedProducts: env.CHECKOUT_REFUSE_OWNED,
          returnHosts: env.CHECKOUT_RETURN_HOSTS?.map((value) => value.toLowerCase()) ?? null,
          allowsInsecureReturn: !isProduction,
        };
      });
  },
  {},
  ({ accounts, returnHosts }, { isProduction }) =>
    isProduction && accounts.length > 0 && returnHosts === null
      ? ['CHECKOUT_RETURN_HOSTS is not set: customers may be sent back to any https:// address']
      : [],
);
