import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';

const plugins = path.resolve(__dirname, '../../src/plugins');

const features = globSync('**/translations/en.json', { cwd: plugins }).map((file) =>
  path.dirname(path.dirname(file)),
);

const textsOf = (feature: string, language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(plugins, feature, 'translations', `${language}.json`), 'utf8'),
  ) as Record<string, string>;

/** Names of the values that a message needs. */
const valuesOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return valuesOf(element.children);
    const isChoice = element.type === TYPE.plural || element.type === TYPE.select;
    const options = isChoice ? Object.values(element.options) : [];
    return [element.value, ...options.flatMap(({ value }) => valuesOf(value))];
  });

/** Values that calls such as `text('group.id', { name })` do not pass. */
const missingValues = (file: string, texts: Readonly<Record<string, string>>): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const missing: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const [id, values] = node.arguments;
    if (node.expression.text !== 'text' || id === undefined || !ts.isStringLiteral(id)) return;
    if (values !== undefined && !ts.isObjectLiteralExpression(values)) return;
    const members = values?.properties ?? [];
    if (members.some((member) => ts.isSpreadAssignment(member))) return;
    const names = members.map(({ name }) => (name as ts.Identifier).text);
    missing.push(
      ...valuesOf(parse(texts[id.text] ?? ''))
        .filter((name) => !names.includes(name))
        .map((name) => `${id.text}: ${name}`),
    );
  };
  visit(source);
  return missing;
};

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

  it.each([
    ['English', english],
    ['Spanish', spanish],
  ])('%s – get every value that they contain', (_, texts) => {
    const admin = path.join(plugins, feature, 'admin');
    const missing = readdirSync(admin).flatMap((file) =>
      missingValues(path.join(admin, file), texts),
    );
    expect(missing).toEqual([]);
  });
});
