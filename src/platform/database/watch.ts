import { Client } from 'pg';
import { WATCH_SESSION, type ClockComparison } from './clock';
import { guardClient, type GuardedClient } from './guarded-client';
import { isServersRefusal } from '../database-unavailable';

/** Interval between checks of the database. */
const CHECK_INTERVAL_MS = 500;

/** Interval between attempts to reach an unavailable database. */
const RETRY_MS = 100;

/** Queries that take longer are checked: they may be slow, or their connection dead. */
const SLOW_QUERY_MS = 1_000;

/**
 * A check that is later than this shows that the process is overloaded. Responses may then have
 * arrived without having been read.
 */
const LATE_CHECK_MS = 100;

/**
 * Share of the timeout for a response on the current connection, and likewise for opening another.
 */
const SHARE = 0.4;

type Options = {
  url: string;
  /** Maximum time for a response, in milliseconds. */
  timeout: number;
  /** Returns the connections, to close single dead ones. */
  clients: () => Iterable<GuardedClient>;
  /** Called when the database becomes unavailable. */
  onUnavailable: () => void;
  log: { warn: (message: string) => void; info: (message: string) => void };
  clock: ClockComparison;
};

type State = 'available' | 'unavailable' | 'read-only';

type WatchConnection = { client: Client; guarded: GuardedClient };

type Attempt = { next: WatchConnection; error?: undefined } | { next?: undefined; error: unknown };

type ProbeResult = {
  isReadOnly: boolean;
  clock: number;
  own: number;
  others: Map<number, string>;
  /**
   * The monitoring sessions of other nodes, requested when this node's clock differs from the
   * database's.
   */
  watches: readonly string[];
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** Returns whether a server process has already responded or has received no query. */
const hasNothingToDo = (state: string | undefined): boolean =>
  state === undefined || state.startsWith('idle');

/**
 * Creates a monitor that knows whether the database is available. It keeps a connection of its own
 * and checks twice a second. If the connection is lost but another can be opened, the database is
 * available. If it neither responds nor accepts connections, it is unavailable, and waiting
 * operations are aborted. In a network that drops packets they would otherwise wait for minutes.
 *
 * It also finds single dead connections, as firewalls leave them: the server's process is idle
 * while the client waits for a response.
 */
export const createWatch = ({ url, timeout, clients, onUnavailable, log, clock }: Options) => {
  let state: State = 'available';
  let current: WatchConnection | null = null;
  let isStopped = false;
  let unavailableSince = 0;
  /** Connections that looked dead at the last check, each with the start of its pending query. */
  let suspects = new Map<GuardedClient, number | null>();
  let isPulseLate = false;
  let watching: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  const connect = async (): Promise<WatchConnection> => {
    const client = new Client({
      connectionString: url,
      application_name: WATCH_SESSION,
      connectionTimeoutMillis: timeout * SHARE,
      keepAlive: true,
    });
    const guarded = guardClient(client, { onUnavailable: () => undefined });
    client.on('end', () => {
      if (current?.client !== client) return;
      current = null;
      wake();
    });
    try {
      await client.connect();
    } catch (error) {
      guarded.drop('could not connect');
      throw error;
    }
    return { client, guarded };
  };

  const findLongQueries = (): readonly GuardedClient[] =>
    [...clients()].filter((client) => {
      const since = client.busySince();
      return since !== null && performance.now() - since > SLOW_QUERY_MS;
    });

  const ask = async (client: Client, long: readonly GuardedClient[]): Promise<ProbeResult> => {
    const { rows } = await client.query<{
      reads: string;
      clock: number;
      own: number;
      others: object | null;
      watches: string[] | null;
    }>(
      `SELECT current_setting('transaction_read_only') AS reads, pg_backend_pid() AS own,
              extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock,
              set_config('application_name', $2, false),
              CASE WHEN $3::boolean THEN (
                SELECT json_agg(application_name) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                  -- Nodes ask twice a second; the session of a dead one may stay for minutes.
                  AND state_change > clock_timestamp() - interval '5 seconds'
                  AND application_name LIKE '${WATCH_SESSION}%'
              ) END AS watches,
              (SELECT json_object_agg(pid, coalesce(state, 'unknown')) FROM pg_stat_activity
               WHERE pid = ANY($1::int[])) AS others`,
      [long.flatMap((longLived) => longLived.processId() ?? []), clock.session(), clock.isWide()],
    );
    const { reads, own, others, watches, ...row } = rows[0] ?? {
      reads: 'off',
      clock: NaN,
      own: 0,
      others: null,
      watches: null,
    };
    return {
      isReadOnly: reads === 'on',
      clock: row.clock,
      own,
      watches: watches ?? [],
      others: new Map(
        Object.entries(others ?? {}).map(([pid, doing]) => [Number(pid), String(doing)]),
      ),
    };
  };

  /**
   * Closes connections that look dead twice in a row with the same query, because a response may be
   * on its way. It acts only if checks are on time: to an overloaded process every connection looks
   * dead.
   */
  const endDeadOnes = (long: readonly GuardedClient[], { own, others }: ProbeResult): void => {
    // Behind a connection pooler the process ids mean something else.
    const areNumbersTrue = current?.guarded.processId() === own;
    const dead = long.filter((client) => {
      const pid = client.processId();
      return !isPulseLate && areNumbersTrue && pid !== null && hasNothingToDo(others.get(pid));
    });
    for (const client of dead) {
      const since = client.busySince();
      if (since !== null && suspects.get(client) === since) {
        client.drop('the connection to the database is dead');
      }
    }
    suspects = new Map(dead.map((client) => [client, client.busySince()]));
  };

  const dropIdle = (reason: string): void => {
    for (const client of clients()) {
      if (client.busySince() === null) client.drop(reason);
    }
  };

  const changeState = (next: State, reason = ''): void => {
    if (state === next) return;
    const before = state;
    state = next;
    if (next === 'unavailable') {
      unavailableSince = performance.now();
      log.warn(`database: unavailable: ${reason}. Requests that need it are answered 503`);
      onUnavailable();
      return;
    }
    if (before === 'unavailable') {
      const seconds = ((performance.now() - unavailableSince) / 1000).toFixed(1);
      log.info(`database: available again after ${seconds} s`);
    }
    if (next === 'read-only') log.warn('database: read-only; writes are refused');
    if (before !== 'read-only') return;
    log.info('database: writable again');
    // Some still lead to the read-only server.
    dropIdle('another server has taken over');
  };

  const giveUp = (reason: string): void => {
    const last = current;
    current = null;
    last?.guarded.drop(reason);
  };

  const useConnection = (sign: ProbeResult): void => {
    changeState(sign.isReadOnly ? 'read-only' : 'available');
    // The next connection may lead to the new primary.
    if (sign.isReadOnly) giveUp('looking for a server that can be written to');
  };

  /** An error of all addresses of a name has no message of its own. */
  const describe = (error: unknown): string =>
    error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);

  const tryToConnect = (): Promise<Attempt> =>
    connect().then(
      (next) => ({ next }),
      (error: unknown) => ({ error }),
    );

  /** @returns whether there is a connection now */
  const finishAttempt = (attempt: Attempt): boolean => {
    giveUp('replaced');
    if (attempt.next === undefined) {
      // A server that rejects this connection is still available.
      if (isServersRefusal(attempt.error)) changeState('available');
      else changeState('unavailable', describe(attempt.error));
    } else if (isStopped) {
      attempt.next.guarded.drop('the service stops');
    } else {
      current = attempt.next;
    }
    return current !== null;
  };

  /** Waits for a response on the current connection and, without one, tries another. */
  const checkConnection = async ({ client }: WatchConnection): Promise<void> => {
    const long = findLongQueries();
    const queriedAt = Date.now();
    const answer: Promise<ProbeResult | null> = ask(client, long).catch(() => null);
    const sign = await Promise.race([answer, pause(timeout * SHARE)]);
    if (sign === null) return;
    if (sign !== undefined) {
      endDeadOnes(long, sign);
      const after = Date.now();
      clock.compare({ before: queriedAt, database: sign.clock, after, others: sign.watches });
      useConnection(sign);
      return;
    }
    const attempt = tryToConnect();
    const late = await Promise.race([answer, attempt.then(() => null)]);
    if (late === null) {
      // Connections that were idle as long are probably dead too.
      if (finishAttempt(await attempt)) dropIdle('the connection to the database is dead');
      return;
    }
    useConnection(late);
    void attempt.then(({ next }) => next?.guarded.drop('not needed'));
  };

  const watchConnection = async (): Promise<void> => {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (current === null) {
        // The first response on a new connection shows whether the database is available.
        if (finishAttempt(await tryToConnect())) continue;
      } else {
        await checkConnection(current);
      }
      const [began, wait] = [
        performance.now(),
        state === 'unavailable' ? RETRY_MS : CHECK_INTERVAL_MS,
      ];
      await Promise.race([pause(wait), woken]);
      isPulseLate = performance.now() - began > wait + LATE_CHECK_MS;
    }
  };

  return {
    /** Whether the database is unavailable. */
    isUnavailable: (): boolean => state === 'unavailable',

    /** Whether the server is read-only, as a standby is. */
    isReadOnly: (): boolean => state === 'read-only',

    start: (): void => {
      watching ??= watchConnection();
    },

    stop: async (): Promise<void> => {
      isStopped = true;
      wake();
      await current?.guarded.close();
      await watching;
    },
  };
};

export type Watch = ReturnType<typeof createWatch>;
