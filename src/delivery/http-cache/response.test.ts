import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { negotiate, negotiateReady, toHeaderPairs, toStored } from './response';

const stored = (text: string) =>
  toStored(
    Buffer.from(text),
    null,
    {
      contentKeys: new Set(),
      queryResults: [],
      queryKeys: new Set(),
      types: new Set(),
      cachedTexts: [],
      recomputeOn: new Set(),
    },
    { cacheControl: 'public', expiresAt: Infinity, tags: ['xkey', 'all abc'] },
  );

const long = stored('{"title":"Cálculo"}'.repeat(200));

type Accepted = { coding: string; quality: string | null };

const accepted: fc.Arbitrary<Accepted[]> = fc.uniqueArray(
  fc.record({
    coding: fc.constantFrom('br', 'gzip', 'deflate', 'identity'),
    quality: fc.constantFrom(null, '0', '0.0', '0.000', '0.05', '0.5', '1', '1.000'),
  }),
  { selector: ({ coding }) => coding },
);

const headerOf = (all: readonly Accepted[], space: string): string =>
  all
    .map(({ coding, quality }) =>
      quality === null ? coding : `${coding}${space};${space}q=${quality}`,
    )
    .join(`,${space}`);

const bestOf = (all: readonly Accepted[]): string =>
  ['br', 'gzip'].find((candidate) =>
    all.some(({ coding, quality }) => coding === candidate && Number(quality ?? 1) > 0),
  ) ?? 'identity';

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

it(`negotiate – accepted codings – uses the best one for the same text`, async () => {
  await fc.assert(
    fc.asyncProperty(accepted, fc.constantFrom('', ' '), async (all, space) => {
      const request = { 'accept-encoding': headerOf(all, space) };
      const { status, headers, body } = await negotiate(long, request);
      const { 'Content-Encoding': coding = 'identity', ...described } = Object.fromEntries(
        toHeaderPairs(headers),
      );
      expect([status, coding]).toEqual([200, bestOf(all)]);
      expect(described['Content-Length']).toBe(String(body?.byteLength));
      const decode = decoders[coding] ?? ((bytes: Buffer) => bytes);
      expect(decode(body ?? Buffer.of())).toEqual(long.identity.bytes);
      // The coding has been compressed by now, so it is available synchronously.
      expect(negotiateReady(long, request)).toEqual({ status, headers, body });
    }),
  );
});

const validator = fc.constantFrom('"another"', 'W/"another"', '""');

it(`negotiate – If-None-Match with its ETag, weak or strong, among others – returns 304`, async () => {
  await fc.assert(
    fc.asyncProperty(
      accepted,
      fc.array(validator),
      fc.array(validator),
      fc.boolean(),
      async (all, before, after, isWeak) => {
        const request = { 'accept-encoding': headerOf(all, '') };
        const { ETag: etag = '' } = Object.fromEntries(
          toHeaderPairs((await negotiate(long, request)).headers),
        );
        const others = [...before, ...after].join(', ');
        const withOwnTag = [...before, isWeak ? `W/${etag}` : etag, ...after].join(', ');
        const negotiateFor = (ifNoneMatch: string) =>
          negotiate(long, { ...request, 'if-none-match': ifNoneMatch });
        expect(await negotiateFor(withOwnTag)).toMatchObject({ status: 304, body: null });
        expect(await negotiateFor(others)).toMatchObject({ status: 200 });
      },
    ),
  );
});

it('negotiate – each coding – has its own ETag', async () => {
  const validators = await Promise.all(
    ['br', 'gzip', ''].map(async (coding) => {
      const { headers } = await negotiate(long, { 'accept-encoding': coding });
      return Object.fromEntries(toHeaderPairs(headers)).ETag;
    }),
  );
  expect(new Set(validators).size).toBe(3);
});

it('negotiateReady – coding not compressed yet – returns null', () => {
  const fresh = stored('x'.repeat(2_000));
  expect(negotiateReady(fresh, { 'accept-encoding': 'gzip' })).toBeNull();
  expect(negotiateReady(fresh, {})?.body).toBe(fresh.identity.bytes);
});

it('negotiate – short text – is not compressed', async () => {
  const short = stored('{}');
  const { headers, body } = await negotiate(short, { 'accept-encoding': 'br, gzip' });
  expect(headers).not.toContain('Content-Encoding');
  expect(body).toBe(short.identity.bytes);
});
