import schema from '../content-types/grant/schema.json';
import { PartnerError } from './partner/partner';
import { OPEN, toOutcome, toFailureOutcome } from './grant-records';

describe('states of a grant', () => {
  it('toOutcome – URL with an expiry – is granted until then', () => {
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    expect(toOutcome({ url: 'https://videos.example.com/1', expiresAt })).toEqual({
      state: 'granted',
      accessUntil: expiresAt,
    });
  });

  it('toOutcome – no video at the partner – is refused', () => {
    expect(toOutcome(null)).toEqual({ state: 'refused' });
  });

  it.each(['refused', 'failed', 'unknown'] as const)(
    'toFailureOutcome – outcome %s of the call – is returned',
    (outcome) => {
      expect(toFailureOutcome(new PartnerError('access', { outcome }))).toEqual({ state: outcome });
    },
  );

  it('toFailureOutcome – partner never reached – is failed', () => {
    expect(toFailureOutcome(new PartnerError('no partner is configured'))).toEqual({
      state: 'failed',
    });
  });

  it('toFailureOutcome – error of the service – is unknown', () => {
    expect(toFailureOutcome(new Error('out of memory'))).toEqual({ state: 'unknown' });
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
