import { withOneCountry } from './addresses';

const spain = { country: 'España', countryCode: 'ES' };

describe('withOneCountry', () => {
  it.each([
    ['a name of no country', { ...spain, country: 'Nowhere' }, spain],
    ['no name', { ...spain, country: '' }, spain],
    ['another name', { ...spain, country: 'Francia' }, { country: 'Francia', countryCode: 'FR' }],
    ['another code', { ...spain, countryCode: 'PT' }, { country: 'Portugal', countryCode: 'PT' }],
    ['no code', { ...spain, countryCode: null }, { country: null, countryCode: null }],
  ])('%s beside the stored rest – returns one country', (_what, sent, expected) => {
    expect(withOneCountry(sent, spain, 'es')).toEqual(expected);
  });

  it('a language that is no language tag – returns English names', () => {
    const portugal = { country: 'Portugal', countryCode: 'PT' };
    const sent = { ...portugal, countryCode: 'ES' };
    expect(withOneCountry(sent, portugal, 'Español')).toEqual({
      country: 'Spain',
      countryCode: 'ES',
    });
  });
});
