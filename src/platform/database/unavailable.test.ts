import { DatabaseError } from 'pg';
import {
  DatabaseUnavailable,
  fromDatabaseSocket,
  isDatabaseUnavailable,
  isOverdueStatement,
  isServersRefusal,
} from './unavailable';

const said = (code: string, message = 'said by the server'): Error => {
  const error = new DatabaseError(message, 1, 'error');
  return Object.assign(error, { code, severity: 'ERROR' });
};

const socketError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('a database that is away', () => {
  it.each([
    '57P01',
    '57P02',
    '25P03',
    '25P04',
    '57P03',
    '08000',
    '08006',
    '08P01',
    '53100',
    '53200',
    '53300',
    '25006',
  ])('should be told by the state %s of the server', (code) => {
    expect(isDatabaseUnavailable(said(code))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '57014', '40001', '25P02', '53400', '55P03'])(
    'should not be told by the state %s, which is about a statement',
    (code) => {
      expect(isDatabaseUnavailable(said(code))).toBe(false);
    },
  );

  it.each(['57014', '55P03'])('should have ended a statement for its time: %s', (code) => {
    expect(isOverdueStatement(said(code))).toBe(true);
    expect(isOverdueStatement(said('23505'))).toBe(false);
    expect(isOverdueStatement(Object.assign(new Error('aborted'), { code }))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'select 1 - Connection terminated unexpectedly',
    'select 1 - Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('should be told by the driver: %s', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it('should not be told by words that somebody else says', () => {
    for (const message of [
      'the text "Connection terminated unexpectedly" was typed',
      'timeout expired',
    ]) {
      expect(isDatabaseUnavailable(new Error(message))).toBe(false);
    }
    expect(
      isDatabaseUnavailable(Object.assign(new Error('not of a database'), { code: '57P01' })),
    ).toBe(false);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])(
    'should be told by %s of a connection to it, and of no other',
    (code) => {
      expect(isDatabaseUnavailable(socketError(code))).toBe(false);
      expect(isDatabaseUnavailable(fromDatabaseSocket(socketError(code)))).toBe(true);
      expect(
        isDatabaseUnavailable(fromDatabaseSocket(new AggregateError([socketError(code)]))),
      ).toBe(true);
    },
  );

  it('should not be told by a mistake that a connection to it throws', () => {
    expect(isDatabaseUnavailable(fromDatabaseSocket(new TypeError('bad value')))).toBe(false);
    expect(isDatabaseUnavailable(fromDatabaseSocket(said('23505')))).toBe(false);
  });

  it('should be told by a cause, and not by an error that causes itself', () => {
    const away = new Error('could not', { cause: new Error('within', { cause: said('57P01') }) });
    expect(isDatabaseUnavailable(away)).toBe(true);
    const round = new Error('round');
    round.cause = round;
    expect(isDatabaseUnavailable(round)).toBe(false);
    for (const nothing of [undefined, null, '57P01', { code: '57P01', severity: 'FATAL' }]) {
      expect(isDatabaseUnavailable(nothing)).toBe(false);
    }
  });

  it('should be reported by the code that refuses to query it', () => {
    expect(isDatabaseUnavailable(new DatabaseUnavailable('known to be away'))).toBe(true);
  });

  it('should be there where it refuses for another reason', () => {
    expect(isServersRefusal(said('28P01'))).toBe(true);
    expect(isServersRefusal(said('53300'))).toBe(true);
    expect(isServersRefusal(said('53100'))).toBe(true);
    expect(isServersRefusal(said('57P03'))).toBe(false);
    expect(isServersRefusal(fromDatabaseSocket(socketError('ECONNREFUSED')))).toBe(false);
  });
});
