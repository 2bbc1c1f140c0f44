import { z } from '@strapi/utils';
import { defineSettingsSection, postgresAddress, wholeNumber } from '../settings/section';

type DatabaseSettings = {
  url: string;
  pool: { min: number; max: number };
  /**
   * Milliseconds to wait for a connection or a response before the database counts as unavailable.
   */
  timeout: number;
  /** Seconds after which the server ends a transaction without a running statement. */
  transactionIdle: number;
};

export const databaseSettings = defineSettingsSection<DatabaseSettings>(
  'database',
  () =>
    z
      .object({
        DATABASE_URL: postgresAddress,
        DATABASE_POOL_MIN: wholeNumber(0, 100).default(0),
        DATABASE_POOL_MAX: wholeNumber(2, 500).default(10),
        DATABASE_TIMEOUT_MS: wholeNumber(500, 60_000).default(2_500),
        DATABASE_TRANSACTION_IDLE_SECONDS: wholeNumber(1, 3_600).default(60),
      })
      .transform((env) => ({
        url: env.DATABASE_URL,
        pool: { min: env.DATABASE_POOL_MIN, max: env.DATABASE_POOL_MAX },
        timeout: env.DATABASE_TIMEOUT_MS,
        transactionIdle: env.DATABASE_TRANSACTION_IDLE_SECONDS,
      })),
  { DATABASE_TIMEOUT_MS: 'DATABASE_PATIENCE_MS' },
);

/** PostgreSQL settings of a session by name. */
type SessionSettings = Readonly<Record<string, string>>;

/**
 * Returns the settings of sessions that write. All nodes wait for locks of a session, so a frozen
 * or disconnected node must not hold them. The kernel of a frozen node still answers keepalives, so
 * its idle transaction times out. A lost machine is detected after half a minute instead of hours.
 */
export const createSessionSettings = ({
  transactionIdle,
}: Pick<DatabaseSettings, 'transactionIdle'>): SessionSettings => ({
  // Just-in-time compilation costs more than the short queries of this service take.
  jit: 'off',
  idle_in_transaction_session_timeout: `${transactionIdle}s`,
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
});

/** Returns settings as the `options` parameter of a connection. */
export const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
