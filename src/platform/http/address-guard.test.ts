import qs from 'qs';
import { findWideQuery } from './address-guard';

const times = (count: number, text: (at: number) => string, between = '&'): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(between);

describe('findWideQuery – query – returns the path of the part above a limit', () => {
  it.each([
    ['sort=title,order&pagination[page]=1&filters[id][$in][0]=1', undefined],
    [`sort=${times(20, () => 'title', ',')}`, undefined],
    [`sort=${times(21, () => 'title', ',')}`, ['sort']],
    [times(21, () => 'sort=title'), ['sort']],
    [times(7, () => 'sort=a,b,c'), ['sort']],
    [`sort=${times(20, () => 'a', '.')}`, undefined],
    [`sort=title,${times(21, () => 'a', '.')}`, ['sort']],
    [`fields=${times(101, () => 'title', ',')}`, ['fields']],
    [times(100, () => 'filters[title]=a'), undefined],
    [times(101, () => 'filters[title]=a'), ['filters', 'title']],
    [times(101, (at) => `filters[$or][${at}][title]=a`), ['filters', '$or']],
    [times(101, (at) => `a${at}=1`), []],
    [`_q=${times(500, () => 'a', ',')}`, undefined],
  ])('%.60s', (query, path) => {
    const parsed = qs.parse(query, { strictNullHandling: true, arrayLimit: 100, depth: 20 });
    expect(findWideQuery(parsed)).toEqual(path);
  });
});
