import { listMemoryWarnings, sumMemory } from './memory';

const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;

const settings = {
  documentCacheBytes: 256 * MEGABYTE,
  cacheBytes: 256 * MEGABYTE,
  maxPixels: 50_000_000,
  workBytes: 968 * MEGABYTE,
};

describe('listMemoryWarnings', () => {
  it('enough memory – returns none', () => {
    expect(listMemoryWarnings(settings, { heap: GIGABYTE, process: 4 * GIGABYTE })).toEqual([]);
  });

  it('small heap – returns the settings, the limit and the reduced sizes of the caches', () => {
    expect(listMemoryWarnings(settings, { heap: 400 * MEGABYTE, process: 4 * GIGABYTE })).toEqual([
      'memory: DELIVERY_DOCUMENT_CACHE_MB and DELIVERY_CACHE_MB allow 512 MB, more than half of the heap limit of 400 MB: ' +
        'the caches take 100 MB and 100 MB',
    ]);
  });

  it('memory limit of the process below the sum – returns both', () => {
    expect(listMemoryWarnings(settings, { heap: GIGABYTE, process: GIGABYTE })).toEqual([
      'memory: this node may need 2457 MB and has 1024 MB: see docs/reference/memory.md',
    ]);
  });
});

describe('sumMemory', () => {
  it('smaller heap – the sum decreases with the caches', () => {
    expect(sumMemory(settings, GIGABYTE) - sumMemory(settings, GIGABYTE / 2)).toBe(256 * MEGABYTE);
  });
});
