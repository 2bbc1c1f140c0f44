import fc from 'fast-check';
import { fitCaches } from './cache-sizes';

const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;

const bytes = fc.integer({ min: MEGABYTE, max: 65_536 * MEGABYTE });

describe('fitCaches', () => {
  it('caches within half of the heap limit – the sizes of the settings', () => {
    const sizes = { fragmentBytes: 256 * MEGABYTE, cacheBytes: 256 * MEGABYTE };
    expect(fitCaches(sizes, GIGABYTE)).toEqual(sizes);
  });

  it('larger caches – they shrink alike', () => {
    const sizes = { fragmentBytes: 300 * MEGABYTE, cacheBytes: 100 * MEGABYTE };
    expect(fitCaches(sizes, 400 * MEGABYTE)).toEqual({
      fragmentBytes: 150 * MEGABYTE,
      cacheBytes: 50 * MEGABYTE,
    });
  });

  it('any sizes – no cache exceeds its setting, and both fit half of the heap limit', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (fragmentBytes, cacheBytes, heapLimit) => {
        const fitted = fitCaches({ fragmentBytes, cacheBytes }, heapLimit);
        expect(fitted.fragmentBytes).toBeLessThanOrEqual(fragmentBytes);
        expect(fitted.cacheBytes).toBeLessThanOrEqual(cacheBytes);
        expect(fitted.fragmentBytes + fitted.cacheBytes).toBeLessThanOrEqual(heapLimit / 2);
      }),
    );
  });
});
