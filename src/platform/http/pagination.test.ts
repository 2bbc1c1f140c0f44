import { paginationOf, requestedPage, windowOf } from './pagination';

it.each([
  [{}, null],
  [{ page: 2 }, { page: 2, pageSize: 25 }],
  [{ pageSize: 10 }, { page: 1, pageSize: 10 }],
  [
    { page: 3, pageSize: 10 },
    { page: 3, pageSize: 10 },
  ],
])('requestedPage – %j – returns %j', (query, page) => {
  expect(requestedPage(query)).toEqual(page);
});

it('windowOf – page – returns its start and limit', () => {
  expect(windowOf({ page: 1, pageSize: 10 })).toEqual({ start: 0, limit: 10 });
  expect(windowOf({ page: 3, pageSize: 10 })).toEqual({ start: 20, limit: 10 });
});

it.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
])('paginationOf – %d entries, 10 a page – returns %d pages', (total, pageCount) => {
  const page = { page: 1, pageSize: 10 };
  expect(paginationOf(page, total)).toEqual({ ...page, pageCount, total });
});
