import type { DatabaseSettings } from './settings';

/** Settings of PostgreSQL for one session, by their names. */
type SessionSettings = Readonly<Record<string, string>>;

/**
 * For the sessions that write. What one of them has locked all nodes wait for: a node that is frozen, or gone from the
 * network, must not hold it for ever. A frozen one answers keepalives, which its kernel does, and is ended for the
 * transaction that it leaves idle; a machine that is gone is noticed after half a minute, not after hours.
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

/** As the option of a connection, with which its session begins. */
export const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
