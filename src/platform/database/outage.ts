/** The database cannot be used at the moment, as this service itself has found out. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/**
 * SQLSTATEs that say something about the server or the connection and nothing about the statement:
 * shut down by an administrator, crashed, starting or stopping, idle for too long, within a transaction or without; too many
 * connections; and a server that only reads, which is what a service finds that was still connected to the old
 * primary when a replica took over.
 *
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const awayStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '25006']);

/**
 * SQLSTATEs of a server that is there and has not got what a statement needs: its disk is full (reads that need no room
 * go on), its memory is used up, or another resource is.
 */
const shortStates = new Set(['53000', '53100', '53200']);

/** SQLSTATEs of a transaction that the server has ended so that another one could go on; the same again may pass. */
const deadlockStates = new Set(['40001', '40P01']);

/** Class 08: connection exceptions. */
const CONNECTION_CLASS = '08';

/**
 * What `pg` says, without a code, of a connection that is gone (`pg/lib/client.js`); knex puts the
 * statement before it.
 */
const lostMessages = [
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
].map((words) => new RegExp(`(?:^| - )${words}$`));

const socketCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** `pg` and its pool, where a connection could not be made, or a query was not answered, in the time given. */
const timeoutMessages = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
];

/** Failures of sockets that are known to have led to the database. */
const fromDatabase = new WeakSet<Error>();

type DriverError = { code?: unknown; severity?: unknown };

/** Only the server's own words have a severity; another library may have a code like these. */
const stateOf = (error: Error): string | undefined => {
  const { code, severity } = error as DriverError;
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined;
};

const isAwayState = (error: Error): boolean => {
  const state = stateOf(error);
  if (state === undefined) return false;
  return awayStates.has(state) || shortStates.has(state) || state.startsWith(CONNECTION_CLASS);
};

/** How far into `cause` is looked; an error that is its own cause must not hold the process up. */
const DEPTH = 8;

const reasonsOf = (error: Error): readonly unknown[] => [
  error.cause,
  ...(error instanceof AggregateError ? (error.errors as unknown[]) : []),
];

const isAwayWithin = (error: unknown, depth: number): boolean => {
  if (!(error instanceof Error) || depth > DEPTH) return false;
  return (
    error instanceof DatabaseAway ||
    fromDatabase.has(error) ||
    isAwayState(error) ||
    error.name === 'KnexTimeoutError' ||
    lostMessages.some((words) => words.test(error.message)) ||
    reasonsOf(error).some((reason) => isAwayWithin(reason, depth + 1))
  );
};

/**
 * Whether an error, or what caused it, says that the database is away for a moment: a lost connection,
 * a server that starts, stops, only reads or has a full disk, a wait for a connection that took too long. Everything
 * else, a violated constraint or a mistake of ours, is not.
 *
 * A failed socket says nothing about where it led. Those that led to the database are known by
 * {@link fromDatabaseSocket}, through which every connection of this service hands its errors.
 */
export const isDatabaseAway = (error: unknown): boolean => isAwayWithin(error, 0);

const isSocketFailure = (error: Error): boolean =>
  socketCodes.has(String((error as NodeJS.ErrnoException).code)) ||
  timeoutMessages.includes(error.message) ||
  (error instanceof AggregateError &&
    (error.errors as unknown[]).some((one) => one instanceof Error && isSocketFailure(one)));

/** Notes that an error comes from a connection to the database; returns the error. */
export const fromDatabaseSocket = <T>(error: T): T => {
  if (error instanceof Error && isSocketFailure(error)) fromDatabase.add(error);
  return error;
};

/** A read-only server: others of the connections lead there, too. */
export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof Error && stateOf(error) === '25006';

/** A server that has no room or memory for a statement. Its connections are as good as before. */
export const isShortServer = (error: unknown): boolean =>
  error instanceof Error && shortStates.has(stateOf(error) ?? '');

/** Whether the server has ended a transaction so that another one could go on. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && deadlockStates.has(stateOf(error) ?? '');

/** Whether the server itself has answered, if only to refuse: it is there. */
export const isServersRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  if (state === undefined) return false;
  return !isAwayState(error) || isShortServer(error) || state === '53300';
};
