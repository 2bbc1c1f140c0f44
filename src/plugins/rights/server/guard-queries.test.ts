import { filterPaths } from './guard-queries';

describe('filterPaths', () => {
  it.each([
    [undefined, [[]]],
    ['x', [[]]],
    [{ title: { $eq: 'x' } }, [['title']]],
    [{ products: 5 }, [['products']]],
    [
      { products: { id: { $in: [1, 2] } } },
      [
        ['products', 'id'],
        ['products', 'id'],
      ],
    ],
    [
      { products: { $or: [{ title: 'x' }, { id: 1 }] } },
      [
        ['products', 'title'],
        ['products', 'id'],
      ],
    ],
    [
      { $not: { products: { $and: { 0: { seo: { title: 'x' } } } } } },
      [['products', 'seo', 'title']],
    ],
    [{ products: { $or: [] } }, [['products']]],
    [{ 'products.title': 'x' }, [['products', 'title']]],
  ])('filterPaths – %j – returns the attributes without operators', (filter, paths) => {
    expect(filterPaths(filter)).toEqual(paths);
  });
});
