import { z } from '@strapi/utils';
import type { WithStrapi } from '../with-strapi';

export type Variables = Readonly<Record<string, string | undefined>>;

/** What the variables are read in: their values, blank ones left out, and how strict to be. */
export type Environment = {
  readonly variables: Variables;
  /** Nothing that matters for safety has a default in production; see `node-env.ts` for what that is. */
  readonly isProduction: boolean;
};

/** One part of the settings: what it is called, and which environment variables it is read from. */
export type SettingsSection<T> = {
  /** Its key in Strapi's configuration, below `settings`. */
  name: string;
  /** Chosen by what is there, so that a variable is asked for exactly where it is needed. */
  schema: (environment: Environment) => z.ZodType<T>;
  /** Variables that were renamed, with the name that each had before. */
  formerNames: Readonly<Record<string, string>>;
  /** Returns what operators should know of values that the service starts with all the same. */
  warningsOf(values: T, environment: Environment): readonly string[];
  /** Its values in a running service. */
  of: (context: WithStrapi) => T;
};

/**
 * Declares a section; it takes effect once a feature, or the application, lists it.
 *
 * @param formerNames by a variable's name, the one that it had in earlier releases: it keeps working where
 *   the new one is not set, with a warning at the start
 * @param warningsOf warnings that the log has at each start
 */
export const settingsSection = <T>(
  name: string,
  schema: SettingsSection<T>['schema'],
  formerNames: SettingsSection<T>['formerNames'] = {},
  warningsOf: SettingsSection<T>['warningsOf'] = () => [],
): SettingsSection<T> => ({
  name,
  schema,
  formerNames,
  warningsOf,
  of: ({ strapi }) => strapi.config.get<T>(`settings.${name}`),
});

export const text = z.string().trim();

export const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((value) => ['true', '1', 'yes'].includes(value));

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

/** Comma-separated values, trimmed, empty ones dropped. */
export const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Whether a value is an address with one of these protocols, each written as `https:`. */
export const isUrl = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** An http(s) address, without the slash at its end. */
export const webAddress = text
  .refine((value) => isUrl(value, ['http:', 'https:']), 'must be an http:// or https:// address')
  .transform((value) => value.replace(/\/+$/, ''));

/** Whether an address has nothing behind its host and port. */
const isBare = (address: string): boolean => {
  const { pathname, search, hash, username, password } = new URL(address);
  return [pathname.slice(1), search, hash, username, password].every((part) => part === '');
};

/** The scheme, host and port of a web site, with nothing behind them; the port that the scheme has anyway is left out. */
export const webOrigin = webAddress
  .refine(
    (value) => !URL.canParse(value) || isBare(value),
    'must be an origin like https://media.example.com, without a path',
  )
  .transform((value) => new URL(value).origin);

export const postgresAddress = text.refine(
  (value) => isUrl(value, ['postgres:', 'postgresql:']),
  'must be an address like postgresql://user:password@host:5432/database',
);
