import type { Core } from '@strapi/types';
import { guardLocaleChanges } from './locale-changes';

type Create = (locale: { code: string }, options?: { isDefault?: boolean }) => Promise<unknown>;

/** The creation of locales, with a guard that rejects every new default locale. */
const guardedCreate = () => {
  const stored: string[] = [];
  let create: Create = () => Promise.resolve();
  const service = {
    findById: jest.fn(),
    delete: jest.fn(),
    setDefaultLocale: jest.fn(),
    create: ({ code }: { code: string }) => Promise.resolve(stored.push(code)),
  };
  const services = {
    extend: (_: string, extend: (known: typeof service) => { create: Create }) => {
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
  it('a new default language that is refused – is not stored', async () => {
    const { stored, create } = guardedCreate();
    await expect(create({ code: 'fr' }, { isDefault: true })).rejects.toThrow('fr is incomplete');
    expect(stored).toEqual([]);
  });

  it('a new language that is not the default one – is stored', async () => {
    const { stored, create } = guardedCreate();
    await create({ code: 'fr' }, { isDefault: false });
    await create({ code: 'it' });
    expect(stored).toEqual(['fr', 'it']);
  });
});
