import { buildPagination, getRequestedPage, computeWindow } from './pagination';

it.each([
  [{}, null],
  [{ page: 2 }, { page: 2, pageSize: 25 }],
  [{ pageSize: 10 }, { page: 1, pageSize: 10 }],
  [
    { page: 3, pageSize: 10 },
    { page: 3, pageSize: 10 },
  ],
])('getRequestedPage – %j – returns %j', (query, page) => {
  expect(getRequestedPage(query)).toEqual(page);
});

it('computeWindow – page – returns its start and limit', () => {
  expect(computeWindow({ page: 1, pageSize: 10 })).toEqual({ start: 0, limit: 10 });
  expect(computeWindow({ page: 3, pageSize: 10 })).toEqual({ start: 20, limit: 10 });
});

it.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
])('buildPagination – %d entries, 10 a page – returns %d pages', (total, pageCount) => {
  const page = { page: 1, pageSize: 10 };
  expect(buildPagination(page, total)).toEqual({ ...page, pageCount, total });
});
