import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const plugins = path.resolve(__dirname, '../../src/plugins');

const features = globSync('**/translations/en.json', { cwd: plugins }).map((file) =>
  path.dirname(path.dirname(file)),
);

const textsOf = (feature: string, language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(plugins, feature, 'translations', `${language}.json`), 'utf8'),
  ) as Record<string, string>;

describe.each(features)('panel texts of %s', (feature) => {
  const [english, spanish] = [textsOf(feature, 'en'), textsOf(feature, 'es')];

  it('have the same ids in both languages', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
  });

  it('are all used, and are not empty', () => {
    const admin = path.join(plugins, feature, 'admin');
    const code = readdirSync(admin)
      .map((file) => readFileSync(path.join(admin, file), 'utf8'))
      .join('\n');
    for (const id of Object.keys(english)) {
      const group = id.slice(0, id.lastIndexOf('.') + 1);
      expect([id, code.includes(`'${id}'`) || code.includes(`\`${group}\${`)]).toEqual([id, true]);
      expect([english[id], spanish[id]]).toEqual([
        expect.stringMatching(/\S/),
        expect.stringMatching(/\S/),
      ]);
    }
  });
});
