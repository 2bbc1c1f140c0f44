import { z } from '@strapi/utils';
import { readSections, SettingsError } from './';
import { flag, defineSettingsSection } from './section';

const section = defineSettingsSection(
  'example',
  () => z.object({ LOUD: flag.default(false) }).transform(({ LOUD }) => ({ isLoud: LOUD })),
  { LOUD: 'NOISY' },
);

const read = (variables: Record<string, string>) => {
  const settings = readSections([section], variables);
  return { ...settings.of(section), warnings: settings.warnings };
};

const warnings = ['NOISY is called LOUD now; rename it'];

describe('renamed setting', () => {
  it('new name – is read without a warning', () => {
    expect(read({ LOUD: 'true' })).toEqual({ isLoud: true, warnings: [] });
  });

  it('former name – is read with a warning', () => {
    expect(read({ NOISY: 'true' })).toEqual({ isLoud: true, warnings });
    expect(read({ NOISY: 'true', LOUD: ' ' })).toEqual({ isLoud: true, warnings });
  });

  it('both names – reads the new name', () => {
    expect(read({ NOISY: 'true', LOUD: 'false' })).toEqual({ isLoud: false, warnings: [] });
  });

  it('invalid value – the error has the name that was set', () => {
    expect(() => read({ NOISY: 'maybe' })).toThrow(SettingsError);
    expect(() => read({ NOISY: 'maybe' })).toThrow('NOISY must be true or false');
  });

  it('no name – keeps the default', () => {
    expect(read({})).toEqual({ isLoud: false, warnings: [] });
  });
});
