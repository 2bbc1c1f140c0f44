import { z } from '@strapi/utils';
import { readSections, SettingsError } from './';
import { flag, settingsSection } from './section';

const section = settingsSection(
  'example',
  () => z.object({ LOUD: flag.default(false) }).transform(({ LOUD }) => ({ isLoud: LOUD })),
  { LOUD: 'NOISY' },
);

const read = (variables: Record<string, string>) => {
  const settings = readSections([section], variables);
  return { ...settings.of(section), warnings: settings.warnings };
};

const warnings = ['NOISY is called LOUD now; rename it'];

describe('A setting that was renamed', () => {
  it('is read by its name', () => {
    expect(read({ LOUD: 'true' })).toEqual({ isLoud: true, warnings: [] });
  });

  it('is read by its former name, with a warning', () => {
    expect(read({ NOISY: 'true' })).toEqual({ isLoud: true, warnings });
    expect(read({ NOISY: 'true', LOUD: ' ' })).toEqual({ isLoud: true, warnings });
  });

  it('is read by its name where both are set', () => {
    expect(read({ NOISY: 'true', LOUD: 'false' })).toEqual({ isLoud: false, warnings: [] });
  });

  it('is refused by the name under which it was set', () => {
    expect(() => read({ NOISY: 'maybe' })).toThrow(SettingsError);
    expect(() => read({ NOISY: 'maybe' })).toThrow('NOISY must be true or false');
  });

  it('keeps its default where it is set by no name', () => {
    expect(read({})).toEqual({ isLoud: false, warnings: [] });
  });
});
