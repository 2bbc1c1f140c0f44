import fc from 'fast-check';
import { fitCaches } from './settings';

const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;

const bytes = fc.integer({ min: MEGABYTE, max: 65_536 * MEGABYTE });

describe('fitCaches', () => {
  it('caches within half of the heap limit – keep the sizes of the settings', () => {
    const sizes = { documentCacheBytes: 256 * MEGABYTE, cacheBytes: 256 * MEGABYTE };
    expect(fitCaches(sizes, GIGABYTE)).toEqual(sizes);
  });

  it('caches above half of the heap limit – shrink in proportion', () => {
    const sizes = { documentCacheBytes: 300 * MEGABYTE, cacheBytes: 100 * MEGABYTE };
    expect(fitCaches(sizes, 400 * MEGABYTE)).toEqual({
      documentCacheBytes: 150 * MEGABYTE,
      cacheBytes: 50 * MEGABYTE,
    });
  });

  it('any sizes – no cache exceeds its setting, and both fit half of the heap limit', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (documentCacheBytes, cacheBytes, heapLimit) => {
        const fitted = fitCaches({ documentCacheBytes, cacheBytes }, heapLimit);
        expect(fitted.documentCacheBytes).toBeLessThanOrEqual(documentCacheBytes);
        expect(fitted.cacheBytes).toBeLessThanOrEqual(cacheBytes);
        expect(fitted.documentCacheBytes + fitted.cacheBytes).toBeLessThanOrEqual(heapLimit / 2);
      }),
    );
  });
});
