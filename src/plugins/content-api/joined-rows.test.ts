import type { Core } from '@strapi/types';
import { createJoinedCounter, type Joined } from './joined-rows';

const relation = (target: string) => ({ type: 'relation', target });

const models: Record<string, { attributes: object }> = {
  channel: { attributes: { products: relation('product'), name: { type: 'string' } } },
  product: { attributes: { channels: relation('channel'), title: { type: 'string' } } },
};

/** A catalogue with a few channels and many products, each in one channel. */
const large: Record<string, number> = { channel: 40, product: 200_000 };

const joinedBy = createJoinedCounter(
  { strapi: { getModel: (uid: string) => models[uid] } as unknown as Core.Strapi },
  {
    rowsOf: (uid) => Promise.resolve(large[uid] ?? 0),
    fanOut: (uid) => Promise.resolve(uid === 'channel' ? 5_000 : 1),
  },
);

const isRefused = (all: readonly Joined[]): boolean => all.some(({ isTooMany }) => isTooMany);
const isMany = (all: readonly Joined[]): boolean => all.some((one) => one.isMany);

describe('What a query joins', () => {
  it.each([
    ['channel', { filters: { products: { title: 'a' } } }],
    ['product', { filters: { channels: { name: 'a' } }, sort: 'channels.name' }],
    ['product', { populate: { channels: { filters: { products: { title: 'a' } } } } }],
  ])(
    'is not much where each relation is gone once, however large a type is: %s %j',
    async (uid, query) => {
      const all = await joinedBy(uid, query);
      expect([all.length > 0, isMany(all), isRefused(all)]).toEqual([true, false, false]);
    },
  );

  it.each([
    ['product', { filters: { channels: { products: { title: 'a' } } } }],
    ['channel', { sort: ['products.channels.products.title'] }],
    ['product', { filters: { $or: [{ channels: { products: { title: 'a' } } }] } }],
  ])('is too much where it leads back: %s %j', async (uid, query) => {
    expect(isRefused(await joinedBy(uid, query))).toBe(true);
  });

  it('createJoinedCounter – twenty conditions on one relation – is too much, eight are not', async () => {
    const conditions = (count: number) => ({
      filters: { $or: Array.from({ length: count }, () => ({ channels: { name: 'a' } })) },
    });
    expect(isRefused(await joinedBy('product', conditions(20)))).toBe(true);
    expect(isRefused(await joinedBy('product', conditions(8)))).toBe(false);
  });

  it('is nothing where its own fields are asked for', async () => {
    expect(await joinedBy('product', { filters: { title: 'a' }, sort: 'title' })).toEqual([]);
  });
});
