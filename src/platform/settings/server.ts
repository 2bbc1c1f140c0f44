import { z } from '@strapi/utils';
import { flag, isUrl, settingsSection, list, text, webAddress, wholeNumber } from './section';

export type ServerSettings = {
  host: string;
  port: number;
  /** How the world reaches the service; null: addresses in responses are relative. */
  publicUrl: string | null;
  /** How many reverse proxies stand in front and may be believed about the caller's address. */
  trustedProxies: number;
  corsOrigins: readonly string[];
  /** Whether browsers are told to use https for subdomains of the service's host, too. */
  hasHstsForSubdomains: boolean;
  /** Any port of this machine may call as well; never in production. */
  allowsLoopbackOrigins: boolean;
  /** Whether answers list the fields and parameters that were ignored; never in production. */
  listsIgnoredInput: boolean;
  /** The folder served as it is, local uploads included. */
  publicDir: string;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** Whether answers from memory are logged like others. */
  logsKeptAnswers: boolean;
  /** Whether programs may use the content manager by Strapi's MCP server, with an admin token. */
  offersMcp: boolean;
  /** Whom to tell of a weakness, as addresses of the web, of mail or of telephones; none: nobody is named. */
  securityContacts: readonly string[];
  /** Where the passwords of this origin are changed; null: in the panel. */
  changePasswordUrl: string | null;
};

const logLevels = ['error', 'warn', 'info', 'http', 'debug'] as const;

type LogLevel = (typeof logLevels)[number];

const logFormats = ['text', 'json'] as const;

type LogFormat = (typeof logFormats)[number];

const isOrigin = (value: string): boolean =>
  value === '*' || (URL.canParse(value) && new URL(value).origin === value);

/** An e-mail address as `mailto:`, anything else as it is. */
const contactAddress = (value: string): string =>
  z.email().safeParse(value).success ? `mailto:${value}` : value;

const isContact = (value: string): boolean => {
  if (isUrl(value, ['https:', 'tel:'])) return true;
  return value.startsWith('mailto:') && z.email().safeParse(value.slice('mailto:'.length)).success;
};

export const serverSettings = settingsSection<ServerSettings>('server', ({ isProduction }) =>
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
      LOG_KEPT_ANSWERS: flag.default(false),
      MCP_ENABLED: flag.default(false),
      SECURITY_CONTACT: list
        .transform((contacts) => contacts.map(contactAddress))
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
      logsKeptAnswers: env.LOG_KEPT_ANSWERS,
      offersMcp: env.MCP_ENABLED,
      securityContacts: env.SECURITY_CONTACT,
      changePasswordUrl: env.CHANGE_PASSWORD_URL ?? null,
    })),
);
