import { computeLifetime } from './http-cache/response';
import { createView } from './view';

type Options = Parameters<typeof createView>[0];

const viewAt = (databaseTime: string) =>
  createView({
    run: () => Promise.resolve([[Date.parse(databaseTime)]]),
  } as unknown as Options);

const lifetimes = {
  maxAge: 30,
  sharedMaxAge: 86_400,
  staleWhileRevalidate: 600,
  staleIfError: 900,
};

const cacheControlOf = ({ expiresAt }: { expiresAt: number }) =>
  computeLifetime(lifetimes, { urlSeconds: Infinity, expiresAt }).cacheControl;

describe('now – instants that change a response', () => {
  it('expire the response at the next instant', async () => {
    const view = viewAt('2027-03-01T09:00:00.000Z');
    const now = await view.now([
      null,
      '2027-03-01T08:59:00.000Z',
      '2027-03-01T09:00:00.000Z',
      '2027-03-01T10:00:00.000Z',
      '2027-03-01T09:00:31.000Z',
    ]);
    expect(new Date(now).toISOString()).toBe('2027-03-01T09:00:00.000Z');
    expect(cacheControlOf(view)).toBe(
      'public, max-age=30, s-maxage=60, stale-while-revalidate=60, stale-if-error=900',
    );
  });

  it('do not expire a response without future instants', async () => {
    const view = viewAt('2027-03-01T09:00:00.000Z');
    await view.now([null]);
    await view.now(['2027-03-01T09:00:00.000Z']);
    expect(view.expiresAt).toBe(Infinity);
    expect(cacheControlOf(view)).toBe(
      'public, max-age=30, s-maxage=86400, stale-while-revalidate=600, stale-if-error=900',
    );
  });
});
