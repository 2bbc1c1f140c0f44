import { z } from '@strapi/utils';
import { flag, isUrl, defineSettingsSection, list, text, webAddress, wholeNumber } from './section';

export type ServerSettings = {
  host: string;
  port: number;
  /** The public URL of the service; null makes URLs in responses relative. */
  publicUrl: string | null;
  /** Number of trusted reverse proxies, whose values for the caller's address are used. */
  trustedProxies: number;
  corsOrigins: readonly string[];
  /** Whether HSTS includes subdomains of the service's host. */
  hasHstsForSubdomains: boolean;
  /** Whether any port of this machine is an allowed origin; never in production. */
  allowsLoopbackOrigins: boolean;
  /** Whether responses list ignored fields and parameters; never in production. */
  listsIgnoredInput: boolean;
  /** The folder that is served statically, local uploads included. */
  publicDir: string;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** Whether responses from the cache are logged like others. */
  logsCacheHits: boolean;
  /**
   * Whether programs may use the content manager through Strapi's MCP server, with an admin token.
   */
  offersMcp: boolean;
  /** Contacts for security reports, as URLs of web pages, e-mail or telephones; may be empty. */
  securityContacts: readonly string[];
  /** The page for changing passwords of this origin; null for the panel's. */
  changePasswordUrl: string | null;
};

const logLevels = ['error', 'warn', 'info', 'http', 'debug'] as const;

type LogLevel = (typeof logLevels)[number];

const logFormats = ['text', 'json'] as const;

type LogFormat = (typeof logFormats)[number];

const isOrigin = (value: string): boolean =>
  value === '*' || (URL.canParse(value) && new URL(value).origin === value);

/** Returns an e-mail address as `mailto:`, and other contacts unchanged. */
const formatContact = (value: string): string =>
  z.email().safeParse(value).success ? `mailto:${value}` : value;

const isContact = (value: string): boolean => {
  if (isUrl(value, ['https:', 'tel:'])) return true;
  return value.startsWith('mailto:') && z.email().safeParse(value.slice('mailto:'.length)).success;
};

export const serverSettings = defineSettingsSection<ServerSettings>(
  'server',
  ({ isProduction }) =>
    z
      .object({
        HOST: text.default('127.0.0.1'),
        PORT: wholeNumber(0, 65535).default(1337),
        PUBLIC_URL: webAddress.optional(),
        TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
        CORS_ORIGINS: list
          .refine(
            (origins) => origins.every(isOrigin),
            'must be origins like https://www.example.com, separated by commas',
          )
          .default([]),
        HSTS_INCLUDE_SUBDOMAINS: flag.default(true),
        PUBLIC_DIR: text.default('./public'),
        LOG_LEVEL: z
          .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
          .default(isProduction ? 'info' : 'http'),
        LOG_FORMAT: z.enum(logFormats, `must be one of ${logFormats.join(', ')}`).default('text'),
        LOG_CACHE_HITS: flag.default(false),
        MCP_ENABLED: flag.default(false),
        SECURITY_CONTACT: list
          .transform((contacts) => contacts.map(formatContact))
          .refine(
            (contacts) => contacts.every(isContact),
            'must be e-mail addresses, https:// addresses or tel: numbers, separated by commas',
          )
          .default([]),
        CHANGE_PASSWORD_URL: webAddress.optional(),
      })
      .transform((env) => ({
        host: env.HOST,
        port: env.PORT,
        publicUrl: env.PUBLIC_URL ?? null,
        trustedProxies: env.TRUSTED_PROXIES,
        corsOrigins: env.CORS_ORIGINS,
        hasHstsForSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
        allowsLoopbackOrigins: !isProduction,
        listsIgnoredInput: !isProduction,
        publicDir: env.PUBLIC_DIR,
        logLevel: env.LOG_LEVEL,
        logFormat: env.LOG_FORMAT,
        logsCacheHits: env.LOG_CACHE_HITS,
        offersMcp: env.MCP_ENABLED,
        securityContacts: env.SECURITY_CONTACT,
        changePasswordUrl: env.CHANGE_PASSWORD_URL ?? null,
      })),
  { LOG_CACHE_HITS: 'LOG_KEPT_ANSWERS' },
);
