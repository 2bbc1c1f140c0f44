import { z } from '@strapi/utils';
import type { Core } from '@strapi/types';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Environment variables, without blank ones, and the strictness. */
export type Environment = {
  readonly variables: Variables;
  /** Security settings have no default in production; `index.ts` defines production. */
  readonly isProduction: boolean;
};

/** One section of the settings: its name and its environment variables. */
export type SettingsSection<T> = {
  /** Its key in Strapi's configuration, below `settings`. */
  name: string;
  /** Depends on the other variables, so that a variable is required only where it is needed. */
  schema: (environment: Environment) => z.ZodType<T>;
  /** Renamed variables, with their former names. */
  formerNames: Readonly<Record<string, string>>;
  /** Returns warnings for operators about values that do not prevent the start. */
  warningsOf(values: T, environment: Environment): readonly string[];
  /** Returns its values in a running service. */
  of: (context: { strapi: Core.Strapi }) => T;
};

/**
 * Declares a section. It takes effect once a feature, or the application, lists it.
 *
 * @param formerNames a variable's former name, by its current one; it keeps working, with a warning
 * at the start, where the current one is not set
 * @param warningsOf returns warnings that are logged at each start
 */
export const defineSettingsSection = <T>(
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

/** Comma-separated values, trimmed, without empty ones. */
export const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Returns whether a value is a URL with one of these protocols, each written as `https:`. */
export const isUrl = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** An http(s) URL, without trailing slashes. */
export const webAddress = text
  .refine((value) => isUrl(value, ['http:', 'https:']), 'must be an http:// or https:// address')
  .transform((value) => value.replace(/\/+$/, ''));

/** Returns whether a URL has nothing after its host and port. */
const isOrigin = (address: string): boolean => {
  const { pathname, search, hash, username, password } = new URL(address);
  return [pathname.slice(1), search, hash, username, password].every((part) => part === '');
};

/** The origin of a web site: scheme, host and port. The scheme's default port is omitted. */
export const webOrigin = webAddress
  .refine(
    (value) => !URL.canParse(value) || isOrigin(value),
    'must be an origin like https://media.example.com, without a path',
  )
  .transform((value) => new URL(value).origin);

export const postgresAddress = text.refine(
  (value) => isUrl(value, ['postgres:', 'postgresql:']),
  'must be an address like postgresql://user:password@host:5432/database',
);
