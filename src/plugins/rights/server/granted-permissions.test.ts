import { exceedingPermissions, type GrantedPermission } from './granted-permissions';

const permission = (changes: Partial<GrantedPermission> = {}): GrantedPermission => ({
  ...{ action: 'read', subject: 'product', properties: {}, conditions: [] },
  ...changes,
});

const limited = permission({
  properties: { fields: ['title', 'slug'], locales: ['es'] },
  conditions: ['of-medicina'],
});

describe('exceedingPermissions', () => {
  it.each([
    ['the same permission', limited],
    ['fewer fields', { ...limited, properties: { fields: ['title'], locales: ['es'] } }],
  ])('%s – is covered', (_name, wanted) => {
    expect(exceedingPermissions([wanted], [permission({ action: 'update' }), limited])).toEqual([]);
  });

  it.each([
    ['another subject', { ...limited, subject: 'order' }],
    ['another field', { ...limited, properties: { fields: ['price'], locales: ['es'] } }],
    ['all fields', { ...limited, properties: { locales: ['es'] } }],
    ['an empty list of fields', { ...limited, properties: { fields: [], locales: ['es'] } }],
    ['another locale', { ...limited, properties: { fields: ['title'], locales: ['es', 'en'] } }],
    ['no conditions', { ...limited, conditions: [] }],
    ['a further condition', { ...limited, conditions: ['of-medicina', 'of-psicologia'] }],
  ])('%s – exceeds', (_name, wanted) => {
    expect(exceedingPermissions([wanted], [limited])).toEqual([wanted]);
  });
});
