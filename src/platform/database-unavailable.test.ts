import { DatabaseError } from 'pg';
import {
  DatabaseUnavailable,
  fromDatabaseSocket,
  isDatabaseUnavailable,
  isOverdueStatement,
  isServersRefusal,
} from './database-unavailable';

const serverError = (code: string, message = 'said by the server'): Error => {
  const error = new DatabaseError(message, 1, 'error');
  return Object.assign(error, { code, severity: 'ERROR' });
};

const socketError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('database errors', () => {
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
  ])('isDatabaseUnavailable – SQLSTATE %s – is true', (code) => {
    expect(isDatabaseUnavailable(serverError(code))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '57014', '40001', '25P02', '53400', '55P03'])(
    'isDatabaseUnavailable – SQLSTATE %s of a statement – is false',
    (code) => {
      expect(isDatabaseUnavailable(serverError(code))).toBe(false);
    },
  );

  it.each(['28000', '28P01', '3D000', '42501', '55000'])(
    'isDatabaseUnavailable – SQLSTATE %s of a refused login – is true, and the server has responded',
    (code) => {
      const refusal = Object.assign(serverError(code), { severity: 'FATAL' });
      expect([isDatabaseUnavailable(refusal), isServersRefusal(refusal)]).toEqual([true, true]);
    },
  );

  it.each(['42501', '55000'])(
    'isDatabaseUnavailable – SQLSTATE %s of a statement – is false',
    (code) => {
      expect(isDatabaseUnavailable(serverError(code))).toBe(false);
    },
  );

  it.each(['57014', '55P03'])('isOverdueStatement – SQLSTATE %s – is true', (code) => {
    expect(isOverdueStatement(serverError(code))).toBe(true);
    expect(isOverdueStatement(serverError('23505'))).toBe(false);
    expect(isOverdueStatement(Object.assign(new Error('aborted'), { code }))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'select 1 - Connection terminated unexpectedly',
    'select 1 - Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('isDatabaseUnavailable – driver error “%s” – is true', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it('isDatabaseUnavailable – similar errors from other code – is false', () => {
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
    'isDatabaseUnavailable – %s – is true only for a database socket',
    (code) => {
      expect(isDatabaseUnavailable(socketError(code))).toBe(false);
      expect(isDatabaseUnavailable(fromDatabaseSocket(socketError(code)))).toBe(true);
      expect(
        isDatabaseUnavailable(fromDatabaseSocket(new AggregateError([socketError(code)]))),
      ).toBe(true);
    },
  );

  it('isDatabaseUnavailable – other error of a database socket – is false', () => {
    expect(isDatabaseUnavailable(fromDatabaseSocket(new TypeError('bad value')))).toBe(false);
    expect(isDatabaseUnavailable(fromDatabaseSocket(serverError('23505')))).toBe(false);
  });

  it('isDatabaseUnavailable – nested cause – is true; circular cause is false', () => {
    const nestedError = new Error('could not', {
      cause: new Error('within', { cause: serverError('57P01') }),
    });
    expect(isDatabaseUnavailable(nestedError)).toBe(true);
    const circularError = new Error('round');
    circularError.cause = circularError;
    expect(isDatabaseUnavailable(circularError)).toBe(false);
    for (const noError of [undefined, null, '57P01', { code: '57P01', severity: 'FATAL' }]) {
      expect(isDatabaseUnavailable(noError)).toBe(false);
    }
  });

  it('isDatabaseUnavailable – DatabaseUnavailable – is true', () => {
    expect(isDatabaseUnavailable(new DatabaseUnavailable('known to be away'))).toBe(true);
  });

  it('isServersRefusal – refusals of the server – is true; other failures are false', () => {
    expect(isServersRefusal(serverError('28P01'))).toBe(true);
    expect(isServersRefusal(serverError('53300'))).toBe(true);
    expect(isServersRefusal(serverError('53100'))).toBe(true);
    expect(isServersRefusal(serverError('57P03'))).toBe(false);
    expect(isServersRefusal(fromDatabaseSocket(socketError('ECONNREFUSED')))).toBe(false);
  });
});
