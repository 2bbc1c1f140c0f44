import schema from '../content-types/grant/schema.json';
import { PartnerError } from './partner/partner';
import { OPEN, outcomeOf, outcomeOfFailure } from './grant-records';

describe('states of a grant', () => {
  it('outcomeOf – URL with an expiry – is granted until then', () => {
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    expect(outcomeOf({ url: 'https://videos.example.com/1', expiresAt })).toEqual({
      state: 'granted',
      accessUntil: expiresAt,
    });
  });

  it('outcomeOf – no video at the partner – is refused', () => {
    expect(outcomeOf(null)).toEqual({ state: 'refused' });
  });

  it.each(['refused', 'failed', 'unknown'] as const)(
    'outcomeOfFailure – outcome %s of the call – is returned',
    (outcome) => {
      expect(outcomeOfFailure(new PartnerError('access', { outcome }))).toEqual({ state: outcome });
    },
  );

  it('outcomeOfFailure – partner never reached – is failed', () => {
    expect(outcomeOfFailure(new PartnerError('no partner is configured'))).toEqual({
      state: 'failed',
    });
  });

  it('outcomeOfFailure – error of the service – is unknown', () => {
    expect(outcomeOfFailure(new Error('out of memory'))).toEqual({ state: 'unknown' });
  });

  it('OPEN – has the states without an outcome, and the model has all states', () => {
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
