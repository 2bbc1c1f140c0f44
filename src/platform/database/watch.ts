import { Client } from 'pg';
import { WATCH_SESSION, type ClockComparison } from './clock';
import { guardClient, type GuardedClient } from './guarded-client';
import { isServersRefusal } from './outage';

/** How often the database is asked whether it is there. */
const PULSE_MS = 500;

/** How long to wait between two tries to reach a database that is away. */
const RETRY_MS = 100;

/** A query that takes longer is looked after: it may be long, or its connection dead. */
const LONG_MS = 1_000;

/**
 * A pulse that is later than this says that the process has too much to do, and that answers may have been there for a
 * while without having been read.
 */
const LATE_MS = 100;

/** Of the patience: for an answer on the connection at hand, and as much for making another one. */
const SHARE = 0.4;

type Options = {
  url: string;
  /** The longest that a sign of life may take, in milliseconds. */
  patience: number;
  /** The connections to end where they alone are dead. */
  clients: () => Iterable<GuardedClient>;
  /** The database is away from now on. */
  onAway: () => void;
  log: { warn: (message: string) => void; info: (message: string) => void };
  clock: ClockComparison;
};

type State = 'there' | 'away' | 'read-only';

type Connected = { client: Client; guarded: GuardedClient };

type Attempt = { next: Connected; error?: undefined } | { next?: undefined; error: unknown };

type Sign = {
  isReadOnly: boolean;
  clock: number;
  own: number;
  others: Map<number, string>;
  /** The sessions of other nodes that watch, where this node's clock differs from the database's. */
  watches: readonly string[];
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** States of a server process that has answered, or was never asked. */
const hasNothingToDo = (state: string | undefined): boolean =>
  state === undefined || state.startsWith('idle');

/**
 * Knows whether the database is there, so that nobody waits for one that is not. It keeps a connection
 * of its own and asks twice a second. A connection that is lost means nothing as long as another one can
 * be made; a database that does not answer and cannot be reached is away: what waits for it is ended,
 * which a network that swallows everything would otherwise leave waiting for minutes.
 *
 * It also finds single connections that are dead without a sign, as firewalls leave them behind: the
 * server's process at the other end has nothing to do while we wait for an answer.
 */
export const createWatch = ({ url, patience, clients, onAway, log, clock }: Options) => {
  let state: State = 'there';
  let current: Connected | null = null;
  let isStopped = false;
  let awaySince = 0;
  /** Those that looked dead at the last pulse, with the query that each was waiting for, by when it began. */
  let suspects = new Map<GuardedClient, number | null>();
  let isPulseLate = false;
  let watching: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  const connect = async (): Promise<Connected> => {
    const client = new Client({
      connectionString: url,
      application_name: WATCH_SESSION,
      connectionTimeoutMillis: patience * SHARE,
      keepAlive: true,
    });
    const guarded = guardClient(client, { onAway: () => undefined });
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

  const longQueries = (): readonly GuardedClient[] =>
    [...clients()].filter((client) => {
      const since = client.busySince();
      return since !== null && performance.now() - since > LONG_MS;
    });

  const ask = async (client: Client, long: readonly GuardedClient[]): Promise<Sign> => {
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
      [long.flatMap((one) => one.processId() ?? []), clock.session(), clock.isWide()],
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
   * Twice in a row with the same query, because an answer may be on its way; and only where the pulse is in time: for a
   * process that is too busy to read answers every connection would look dead.
   */
  const endDeadOnes = (long: readonly GuardedClient[], { own, others }: Sign): void => {
    // Behind a connection pooler the numbers mean something else.
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

  const become = (next: State): void => {
    if (state === next) return;
    const before = state;
    state = next;
    if (next === 'away') {
      awaySince = performance.now();
      log.warn('database: it is away; whoever needs it is told to come back');
      onAway();
      return;
    }
    if (before === 'away') {
      const seconds = ((performance.now() - awaySince) / 1000).toFixed(1);
      log.info(`database: it is back after ${seconds} s`);
    }
    if (next === 'read-only') log.warn('database: it can only be read; writes are refused');
    if (before !== 'read-only') return;
    log.info('database: it can be written to again');
    // Some still lead to the server that only reads.
    dropIdle('another server has taken over');
  };

  const giveUp = (reason: string): void => {
    const last = current;
    current = null;
    last?.guarded.drop(reason);
  };

  const take = (sign: Sign): void => {
    become(sign.isReadOnly ? 'read-only' : 'there');
    // The next connection may lead to the server that has taken over.
    if (sign.isReadOnly) giveUp('looking for a server that can be written to');
  };

  const tryToConnect = (): Promise<Attempt> =>
    connect().then(
      (next) => ({ next }),
      (error: unknown) => ({ error }),
    );

  /** @returns whether there is a connection now */
  const settle = (attempt: Attempt): boolean => {
    giveUp('replaced');
    if (attempt.next === undefined) {
      // A server that refuses this one connection is there all the same.
      become(isServersRefusal(attempt.error) ? 'there' : 'away');
    } else if (isStopped) {
      attempt.next.guarded.drop('the service stops');
    } else {
      current = attempt.next;
    }
    return current !== null;
  };

  /** Waits for a sign of life from the connection at hand and, where it keeps silent, tries another. */
  const feel = async ({ client }: Connected): Promise<void> => {
    const long = longQueries();
    const askedAt = Date.now();
    const answer: Promise<Sign | null> = ask(client, long).catch(() => null);
    const sign = await Promise.race([answer, pause(patience * SHARE)]);
    if (sign === null) return;
    if (sign !== undefined) {
      endDeadOnes(long, sign);
      const after = Date.now();
      clock.compare({ before: askedAt, database: sign.clock, after, others: sign.watches });
      take(sign);
      return;
    }
    const attempt = tryToConnect();
    const late = await Promise.race([answer, attempt.then(() => null)]);
    if (late === null) {
      // What has befallen this one has befallen the others that were as long without work.
      if (settle(await attempt)) dropIdle('the connection to the database is dead');
      return;
    }
    take(late);
    void attempt.then(({ next }) => next?.guarded.drop('not needed'));
  };

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (current === null) {
        // One that was made says by its first answer whether the database is there.
        if (settle(await tryToConnect())) continue;
      } else {
        await feel(current);
      }
      const [began, wait] = [performance.now(), state === 'away' ? RETRY_MS : PULSE_MS];
      await Promise.race([pause(wait), woken]);
      isPulseLate = performance.now() - began > wait + LATE_MS;
    }
  };

  return {
    /** Whether it makes no sense to ask the database now. */
    isAway: (): boolean => state === 'away',

    /** Whether the server takes no writes, as a standby does. */
    isReadOnly: (): boolean => state === 'read-only',

    start: (): void => {
      watching ??= loop();
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
