import type { DatabaseSettings } from './settings';

/** PostgreSQL settings of a session by name. */
type SessionSettings = Readonly<Record<string, string>>;

/**
 * Returns the settings of sessions that write. All nodes wait for locks of a session, so a frozen
 * or disconnected node must not hold them. The kernel of a frozen node still answers keepalives, so
 * its idle transaction times out. A lost machine is detected after half a minute instead of hours.
 */
export const sessionSettings = ({
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
