import schema from '../../content-types/grant/schema.json';
import { PartnerError } from '../partner/partner';
import { OPEN, outcomeOf, outcomeOfFailure } from './states';

describe('the states of an access', () => {
  it('should be granted for as long as the partner says', () => {
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    expect(outcomeOf({ url: 'https://videos.example.com/1', expiresAt })).toEqual({
      state: 'granted',
      accessUntil: expiresAt,
    });
  });

  it('should be refused where the partner does not have the video', () => {
    expect(outcomeOf(null)).toEqual({ state: 'refused' });
  });

  it.each(['refused', 'failed', 'unknown'] as const)(
    'should be %s where the failed call says so',
    (outcome) => {
      expect(outcomeOfFailure(new PartnerError('access', { outcome }))).toEqual({ state: outcome });
    },
  );

  it('should be failed where the partner was never reached', () => {
    expect(outcomeOfFailure(new PartnerError('no partner is configured'))).toEqual({
      state: 'failed',
    });
  });

  it('should be unknown after an error of our own', () => {
    expect(outcomeOfFailure(new Error('out of memory'))).toEqual({ state: 'unknown' });
  });

  it('should take an outcome only while nobody knows it, and be kept in states that the model has', () => {
    expect(OPEN).toEqual(['asked', 'unknown']);
    expect(schema.attributes.state.enum).toEqual([
      'asked',
      'granted',
      'refused',
      'failed',
      'unknown',
    ]);
  });
});
