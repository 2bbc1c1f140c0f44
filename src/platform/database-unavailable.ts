/** The service has found that the database is unavailable. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * SQLSTATEs about the server or the connection, not the statement. They report a shutdown, crash,
 * start or stop, timeouts of idle or long transactions, too many connections, or a read-only
 * server. A service that is still connected to the old primary after a failover finds a read-only
 * server.
 *
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableStates = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300', '25006'],
]);

/**
 * SQLSTATEs of a server that lacks a resource for a statement: disk space (reads continue), memory
 * or another one.
 */
const shortStates = new Set(['53000', '53100', '53200']);

/** SQLSTATEs of a transaction that the server ended for another one. A retry may succeed. */
const deadlockStates = new Set(['40001', '40P01']);

/**
 * SQLSTATEs of a statement that took too long, or waited too long for a lock. The operator has set
 * `statement_timeout` or `lock_timeout`, or has cancelled it. A retry may succeed.
 */
const overdueStates = new Set(['57014', '55P03']);

/**
 * SQLSTATEs of refused logins: a changed password, a role or network without access, or a database
 * that does not exist, as while it is restored.
 */
const refusedLoginStates = new Set(['28000', '28P01', '3D000']);

/**
 * Severities of errors that end the connection. Some languages of the server translate them, so
 * they only complete the lists of SQLSTATEs.
 */
const fatalSeverities = new Set(['FATAL', 'PANIC']);

/** Class 08: connection exceptions. */
const CONNECTION_CLASS = '08';

/**
 * `pg`'s messages, without a code, about a lost connection (`pg/lib/client.js`). Knex puts the
 * statement before them.
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

/** Messages of `pg` and its pool for a timeout of a connection or a query. */
const timeoutMessages = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
];

/** Errors of sockets that led to the database. */
const fromDatabase = new WeakSet<Error>();

type DriverError = { code?: unknown; severity?: unknown };

/**
 * Returns the SQLSTATE of a server's error. Only these have a severity; other libraries may use
 * similar codes.
 */
const getSqlState = (error: Error): string | undefined => {
  const { code, severity } = error as DriverError;
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined;
};

const isUnavailableState = (error: Error): boolean => {
  const state = getSqlState(error);
  if (state === undefined) return false;
  return (
    unavailableStates.has(state) || shortStates.has(state) || state.startsWith(CONNECTION_CLASS)
  );
};

/** Returns whether the server refuses new connections of this service. Open ones remain usable. */
const isRefusedLogin = (error: Error): boolean => {
  const state = getSqlState(error);
  if (state === undefined || isUnavailableState(error)) return false;
  return (
    refusedLoginStates.has(state) || fatalSeverities.has(String((error as DriverError).severity))
  );
};

/** Maximum depth of `cause`, because an error may be its own cause. */
const DEPTH = 8;

const listCauses = (error: Error): readonly unknown[] => [
  error.cause,
  ...(error instanceof AggregateError ? (error.errors as unknown[]) : []),
];

const isUnavailableWithin = (error: unknown, depth: number): boolean => {
  if (!(error instanceof Error) || depth > DEPTH) return false;
  return (
    error instanceof DatabaseUnavailable ||
    fromDatabase.has(error) ||
    isUnavailableState(error) ||
    isRefusedLogin(error) ||
    error.name === 'KnexTimeoutError' ||
    lostMessages.some((words) => words.test(error.message)) ||
    listCauses(error).some((reason) => isUnavailableWithin(reason, depth + 1))
  );
};

/**
 * Returns whether an error or its cause means that the database is temporarily unavailable.
 * Examples are a lost connection, a refused login, a server that starts, stops, is read-only or has
 * a full disk, and a timeout for a connection. Other errors, such as a violated constraint or a bug, do not count.
 *
 * A socket error does not say where the socket led. {@link fromDatabaseSocket} marks those of the
 * database; every connection of this service passes its errors to it.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => isUnavailableWithin(error, 0);

const isSocketFailure = (error: Error): boolean =>
  socketCodes.has(String((error as NodeJS.ErrnoException).code)) ||
  timeoutMessages.includes(error.message) ||
  (error instanceof AggregateError &&
    (error.errors as unknown[]).some((inner) => inner instanceof Error && isSocketFailure(inner)));

/** Marks an error as coming from a connection to the database. Returns the error. */
export const fromDatabaseSocket = <T>(error: T): T => {
  if (error instanceof Error && isSocketFailure(error)) fromDatabase.add(error);
  return error;
};

/** Returns whether a server is read-only. Other connections lead to the same server. */
export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof Error && getSqlState(error) === '25006';

/**
 * Returns whether a server lacked disk space or memory for a statement. Its connections remain
 * usable.
 */
export const isShortServer = (error: unknown): boolean =>
  error instanceof Error && shortStates.has(getSqlState(error) ?? '');

/**
 * Returns whether the server ended a transaction because of a deadlock or serialization failure.
 */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && deadlockStates.has(getSqlState(error) ?? '');

/** Returns whether the server ended a statement because of the time it took. */
export const isOverdueStatement = (error: unknown): boolean =>
  error instanceof Error && overdueStates.has(getSqlState(error) ?? '');

/** Returns whether the server itself has responded, even if only with an error. */
export const isServersRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const state = getSqlState(error);
  if (state === undefined) return false;
  return !isUnavailableState(error) || isShortServer(error) || state === '53300';
};

type RequestState = { wasDatabaseUnavailable?: boolean };

/** Records in a request's state that the request met an outage of the database. */
export const recordOutage = (state: RequestState): void => {
  state.wasDatabaseUnavailable = true;
};

/**
 * Returns whether a request met an outage of the database, even if its code swallowed the error.
 */
export const wasDatabaseUnavailable = (state: RequestState): boolean =>
  state.wasDatabaseUnavailable === true;
