import { DatabaseError } from 'pg';
import { DatabaseAway, fromDatabaseSocket, isDatabaseAway, isServersRefusal } from './outage';

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
    '57P03',
    '08000',
    '08006',
    '08P01',
    '53100',
    '53200',
    '53300',
    '25006',
  ])('should be told by the state %s of the server', (code) => {
    expect(isDatabaseAway(said(code))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '57014', '40001', '25P02', '53400', '55P03'])(
    'should not be told by the state %s, which is about a statement',
    (code) => {
      expect(isDatabaseAway(said(code))).toBe(false);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'select 1 - Connection terminated unexpectedly',
    'select 1 - Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('should be told by the driver: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it('should not be told by words that somebody else says', () => {
    for (const message of [
      'the text "Connection terminated unexpectedly" was typed',
      'timeout expired',
    ]) {
      expect(isDatabaseAway(new Error(message))).toBe(false);
    }
    expect(isDatabaseAway(Object.assign(new Error('not of a database'), { code: '57P01' }))).toBe(
      false,
    );
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])(
    'should be told by %s of a connection to it, and of no other',
    (code) => {
      expect(isDatabaseAway(socketError(code))).toBe(false);
      expect(isDatabaseAway(fromDatabaseSocket(socketError(code)))).toBe(true);
      expect(isDatabaseAway(fromDatabaseSocket(new AggregateError([socketError(code)])))).toBe(
        true,
      );
    },
  );

  it('should not be told by a mistake that a connection to it throws', () => {
    expect(isDatabaseAway(fromDatabaseSocket(new TypeError('bad value')))).toBe(false);
    expect(isDatabaseAway(fromDatabaseSocket(said('23505')))).toBe(false);
  });

  it('should be told by a cause, and not by an error that causes itself', () => {
    const away = new Error('could not', { cause: new Error('within', { cause: said('57P01') }) });
    expect(isDatabaseAway(away)).toBe(true);
    const round = new Error('round');
    round.cause = round;
    expect(isDatabaseAway(round)).toBe(false);
    for (const nothing of [undefined, null, '57P01', { code: '57P01', severity: 'FATAL' }]) {
      expect(isDatabaseAway(nothing)).toBe(false);
    }
  });

  it('should be told by whoever refuses to ask it', () => {
    expect(isDatabaseAway(new DatabaseAway('known to be away'))).toBe(true);
  });

  it('should be there where it refuses for another reason', () => {
    expect(isServersRefusal(said('28P01'))).toBe(true);
    expect(isServersRefusal(said('53300'))).toBe(true);
    expect(isServersRefusal(said('53100'))).toBe(true);
    expect(isServersRefusal(said('57P03'))).toBe(false);
    expect(isServersRefusal(fromDatabaseSocket(socketError('ECONNREFUSED')))).toBe(false);
  });
});
