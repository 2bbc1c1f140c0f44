import type { Core } from '@strapi/types';
import { createJoinedCounter, type QueryWork } from './joined-rows';

const relation = (target: string) => ({ type: 'relation', target });

const models: Record<string, { attributes: object }> = {
  channel: { attributes: { products: relation('product'), name: { type: 'string' } } },
  product: { attributes: { channels: relation('channel'), title: { type: 'string' } } },
};

/** Rows of each type: few channels and many products, each in one channel. */
const rowCounts: Record<string, number> = { channel: 40, product: 200_000 };

const countJoined = createJoinedCounter(
  { strapi: { getModel: (uid: string) => models[uid] } as unknown as Core.Strapi },
  {
    rowsOf: (uid) => Promise.resolve(rowCounts[uid] ?? 0),
    fanOut: (uid) => Promise.resolve(uid === 'channel' ? 5_000 : 1),
  },
);

const isRefused = (joined: readonly QueryWork[]): boolean =>
  joined.some(({ isTooMany }) => isTooMany);
const isMany = (joined: readonly QueryWork[]): boolean =>
  joined.some((relationJoin) => relationJoin.isMany);

describe('createJoinedCounter', () => {
  it.each([
    ['channel', { filters: { products: { title: 'a' } } }],
    ['product', { filters: { channels: { name: 'a' } }, sort: 'channels.name' }],
    ['product', { populate: { channels: { filters: { products: { title: 'a' } } } } }],
  ])('%s %j – each relation once – is allowed, also for large types', async (uid, query) => {
    const joined = await countJoined(uid, query);
    expect([joined.length > 0, isMany(joined), isRefused(joined)]).toEqual([true, false, false]);
  });

  it.each([
    ['product', { filters: { channels: { products: { title: 'a' } } } }],
    ['channel', { sort: ['products.channels.products.title'] }],
    ['product', { filters: { $or: [{ channels: { products: { title: 'a' } } }] } }],
  ])('%s %j – relation back to its own type – is refused', async (uid, query) => {
    expect(isRefused(await countJoined(uid, query))).toBe(true);
  });

  it('createJoinedCounter – 20 conditions on one relation – are refused; 8 are allowed', async () => {
    const conditions = (count: number) => ({
      filters: { $or: Array.from({ length: count }, () => ({ channels: { name: 'a' } })) },
    });
    expect(isRefused(await countJoined('product', conditions(20)))).toBe(true);
    expect(isRefused(await countJoined('product', conditions(8)))).toBe(false);
  });

  it('query on its own fields – joins nothing', async () => {
    expect(await countJoined('product', { filters: { title: 'a' }, sort: 'title' })).toEqual([]);
  });
});
