import type { Core } from '@strapi/types';
import { guardLocaleChanges } from './locale-changes';

type Create = (locale: { code: string }, options?: { isDefault?: boolean }) => Promise<unknown>;

/** Returns the creation of locales with a guard that rejects each new default locale. */
const createGuarded = () => {
  const stored: string[] = [];
  let create: Create = () => Promise.resolve();
  const service = {
    findById: jest.fn(),
    delete: jest.fn(),
    setDefaultLocale: jest.fn(),
    create: ({ code }: { code: string }) => Promise.resolve(stored.push(code)),
  };
  const services = {
    extend: (_: string, extend: (original: typeof service) => { create: Create }) => {
      ({ create } = extend(service));
    },
  };
  const strapi = { get: () => services } as unknown as Core.Strapi;
  guardLocaleChanges(
    { strapi },
    {
      beforeDelete: () => Promise.resolve(),
      beforeDefault: (code) => Promise.reject(new Error(`${code} is incomplete`)),
    },
  );
  return { stored, create };
};

describe('guardLocaleChanges', () => {
  it('refused new default locale – is not stored', async () => {
    const { stored, create } = createGuarded();
    await expect(create({ code: 'fr' }, { isDefault: true })).rejects.toThrow('fr is incomplete');
    expect(stored).toEqual([]);
  });

  it('new locale that is not the default – is stored', async () => {
    const { stored, create } = createGuarded();
    await create({ code: 'fr' }, { isDefault: false });
    await create({ code: 'it' });
    expect(stored).toEqual(['fr', 'it']);
  });
});
