import { purgeKeys } from '#plugins/outbound/cdn-purging/server/register';
import { sql } from '#platform/strapi/queries';
import { type App, startApp } from '../support/app';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { countsOf, isPurged, keysOf } from './support';

const CLOUDFLARE = {
  kind: 'cloudflare',
  zone: 'zone',
  token: 'token',
  perMinute: 5,
  retryAfter: 5,
} as const;

let app: App;
let cloudflare: StandIn;

beforeAll(async () => {
  cloudflare = await startStandIn();
  await cloudflare.answer([CLOUDFLARE]);
  app = await startApp({
    env: {
      DELIVERY_TAG_HEADERS: 'Cache-Tag',
      EDGE_CLOUDFLARE_ZONE: CLOUDFLARE.zone,
      EDGE_CLOUDFLARE_TOKEN: CLOUDFLARE.token,
      EDGE_CLOUDFLARE_API: cloudflare.url,
    },
  });
});

afterAll(async () => {
  await app.stop();
  await cloudflare.stop();
});

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql(app, 'SELECT count(*) AS waiting FROM edge.purges');
  return Number(rows[0]?.waiting);
};

it('purge – rate limit of Cloudflare – is respected, and everything is purged', async () => {
  const keys = keysOf('busy', 30);
  // The commits of a busy editorial team; uncombined, each would be two requests.
  for (const key of keys) {
    await purgeKeys({ strapi: app.strapi }, [key]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Waiting purges are combined.
  await until(() => countsOf(cloudflare), isPurged(keys, 1));
  await until(countWaiting, (count) => count === 0);
  const requests = await cloudflare.received();
  const accepted = requests.filter(({ isRefused }) => isRefused !== true);
  for (const { at } of accepted) {
    const withinMinute = accepted.filter((other) => other.at >= at && other.at < at + 60_000);
    expect(withinMinute.length).toBeLessThanOrEqual(5);
  }
  expect(requests.length).toBeLessThanOrEqual(10);
});
