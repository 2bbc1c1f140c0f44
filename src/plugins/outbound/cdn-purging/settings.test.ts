import { readSections } from '#platform/settings';
import { cdnPurgingSettings } from './settings';

const read = (variables: Record<string, string>) =>
  readSections([cdnPurgingSettings], variables).of(cdnPurgingSettings);

const cloudflare = { EDGE_CLOUDFLARE_ZONE: 'zone', EDGE_CLOUDFLARE_TOKEN: 'token' };

describe('cdnPurgingSettings', () => {
  it('no settings – has no targets', () => {
    expect(read({})).toMatchObject({ varnish: [], fastly: null, cloudflare: null });
  });

  it('settings of several targets – has all of them', () => {
    expect(
      read({
        ...cloudflare,
        DELIVERY_TAG_HEADERS: 'XKEY,cache-tag',
        EDGE_VARNISH: 'http://10.0.0.5:6081/, http://varnish2, http://10.0.0.6:80',
        EDGE_REPEAT_SECONDS: '0',
      }),
    ).toMatchObject({
      varnish: ['http://10.0.0.5:6081', 'http://varnish2', 'http://10.0.0.6'],
      cloudflare: { zone: 'zone', perMinute: 5, api: 'https://api.cloudflare.com/client/v4' },
      repeatSeconds: 0,
    });
  });

  it.each([
    [{ EDGE_VARNISH: 'http://10.0.0.5' }, 'EDGE_VARNISH requires responses with the header xkey'],
    [
      { ...cloudflare, DELIVERY_TAG_HEADERS: 'xkey' },
      'EDGE_CLOUDFLARE_ZONE requires responses with the header Cache-Tag',
    ],
    [
      { EDGE_FASTLY_SERVICE: 'one', DELIVERY_TAG_HEADERS: 'Surrogate-Key' },
      'EDGE_FASTLY_TOKEN is not set',
    ],
    [
      { EDGE_FASTLY_TOKEN: 'secret' },
      'EDGE_FASTLY_TOKEN has no effect without EDGE_FASTLY_SERVICE',
    ],
    [
      { EDGE_VARNISH: 'http://10.0.0.5/path', DELIVERY_TAG_HEADERS: 'xkey' },
      'EDGE_VARNISH must be origins',
    ],
    [{ EDGE_VARNISH: '10.0.0.5', DELIVERY_TAG_HEADERS: 'xkey' }, 'EDGE_VARNISH must be origins'],
    [{ EDGE_REPEAT_SECONDS: 'soon' }, 'EDGE_REPEAT_SECONDS must be seconds'],
  ])('%p – is refused', (variables, problem) => {
    expect(() => read(variables)).toThrow(problem);
  });
});
