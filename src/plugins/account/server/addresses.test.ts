import { withOneCountry } from './addresses';

const spain = { country: 'España', countryCode: 'ES' };

describe('withOneCountry', () => {
  it.each([
    ['an unknown country name', { ...spain, country: 'Nowhere' }, spain],
    ['no name', { ...spain, country: '' }, spain],
    ['another name', { ...spain, country: 'Francia' }, { country: 'Francia', countryCode: 'FR' }],
    ['another code', { ...spain, countryCode: 'PT' }, { country: 'Portugal', countryCode: 'PT' }],
    ['no code', { ...spain, countryCode: null }, { country: null, countryCode: null }],
  ])('%s – returns a matching name and code', (_what, address, expected) => {
    expect(withOneCountry(address, spain, 'es')).toEqual(expected);
  });

  it('malformed language tag – returns English names', () => {
    const portugal = { country: 'Portugal', countryCode: 'PT' };
    const address = { ...portugal, countryCode: 'ES' };
    expect(withOneCountry(address, portugal, 'Español')).toEqual({
      country: 'Spain',
      countryCode: 'ES',
    });
  });
});
