import {
  findExceedingPermissions,
  type GrantedPermission,
  inheritConditions,
  narrowToGranted,
} from './granted-permissions';

const permission = (changes: Partial<GrantedPermission> = {}): GrantedPermission => ({
  ...{ action: 'read', subject: 'product', properties: {}, conditions: [] },
  ...changes,
});

const limited = permission({
  properties: { fields: ['title', 'slug'], locales: ['es'] },
  conditions: ['of-medicina'],
});

describe('findExceedingPermissions', () => {
  it.each([
    ['the same permission', limited],
    ['fewer fields', { ...limited, properties: { fields: ['title'], locales: ['es'] } }],
    ['no locales', { ...limited, properties: { fields: ['title'] } }],
  ])('%s – is covered', (_name, exceeding) => {
    expect(
      findExceedingPermissions([exceeding], [permission({ action: 'update' }), limited]),
    ).toEqual([]);
  });

  it.each([
    ['another subject', { ...limited, subject: 'order' }],
    ['another field', { ...limited, properties: { fields: ['price'], locales: ['es'] } }],
    ['all fields', { ...limited, properties: { locales: ['es'] } }],
    ['null for all fields', { ...limited, properties: { fields: null, locales: ['es'] } }],
    ['all locales', { ...limited, properties: { fields: ['title'], locales: null } }],
    ['an empty list of fields', { ...limited, properties: { fields: [], locales: ['es'] } }],
    ['another locale', { ...limited, properties: { fields: ['title'], locales: ['es', 'en'] } }],
    ['no conditions', { ...limited, conditions: [] }],
    ['a further condition', { ...limited, conditions: ['of-medicina', 'of-psicologia'] }],
  ])('%s – exceeds', (_name, granted) => {
    expect(findExceedingPermissions([granted], [limited])).toEqual([granted]);
  });

  it('permissions for no locale – exceeded by every locale', () => {
    const spanish = permission({ properties: { locales: ['es'] } });
    expect(findExceedingPermissions([spanish], [permission()])).toEqual([spanish]);
  });

  const everywhere = permission({ properties: { fields: ['title'], locales: null } });

  it('fields of two permissions – cover both, but no condition or locale of the other', () => {
    const both = { ...limited, properties: { fields: ['title', 'slug'], locales: ['es'] } };
    const further = { ...limited, properties: { fields: ['price'], locales: ['es'] } };
    const fields = ['title', 'slug', 'price'];
    const all = { ...limited, properties: { fields, locales: ['es'] } };
    expect(findExceedingPermissions([all], [both, further])).toEqual([]);
    expect(findExceedingPermissions([all], [both, everywhere])).toEqual([all]);
    const free = { ...all, conditions: [] };
    expect(findExceedingPermissions([free], [both, further, everywhere])).toEqual([free]);
  });

  it('inheritConditions – gives the conditions of all permissions, or none', () => {
    const other = { ...limited, conditions: ['of-psicologia'] };
    const requested = permission({ properties: limited.properties ?? {} });
    expect(inheritConditions(requested, [limited, other]).conditions).toEqual([
      'of-medicina',
      'of-psicologia',
    ]);
    expect(inheritConditions(requested, [limited, everywhere]).conditions).toEqual([]);
  });

  it('narrowToGranted – keeps what the owner still has, in the locales that the owner still has', () => {
    const inLocales = (locales: readonly string[] | null) =>
      permission({ properties: { fields: ['title'], locales } });
    const granted = [limited, { ...limited, properties: { fields: ['title'], locales: ['fr'] } }];
    const owned = { conditions: ['of-medicina'] };
    for (const locales of [['es', 'en', 'fr'], null]) {
      expect(narrowToGranted([{ ...inLocales(locales), ...owned }], granted)).toEqual([
        { ...inLocales(['es', 'fr']), ...owned },
      ]);
    }
    expect(narrowToGranted([inLocales(['es']), permission({ action: 'delete' })], granted)).toEqual(
      [],
    );
    expect(narrowToGranted([limited], granted)).toEqual([limited]);
  });
});
