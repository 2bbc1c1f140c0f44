import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot, root } from './paths.mjs';

/** @typedef {{ name: string, summary: string }} Listed */

/** @param {string} text */
const firstSentence = (text) =>
  (/^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, ' ').trim();

/** Reads the list of features from its source. Each has the first sentence of its docstring. */
const readFeatures = () => {
  const index = inRoot('src/index.ts');
  const { config: options } = ts.readConfigFile(inRoot('tsconfig.json'), (file) =>
    readFileSync(file, 'utf8'),
  );
  const parsed = ts.parseJsonConfigFileContent(options, ts.sys, root);
  const program = ts.createProgram([index], parsed.options);
  const checker = program.getTypeChecker();

  /** @param {ts.Node} node @returns {Listed} */
  const describe = (node) => {
    const local = checker.getSymbolAtLocation(node);
    const symbol =
      local !== undefined && (local.flags & ts.SymbolFlags.Alias) !== 0
        ? checker.getAliasedSymbol(local)
        : local;
    return {
      name: node.getText(),
      summary: firstSentence(ts.displayPartsToString(symbol?.getDocumentationComment(checker))),
    };
  };

  /** Returns the elements of nested arrays in order. @param {ts.Node} node @returns {Listed[]} */
  const elementsOf = (node) => {
    if (ts.isIdentifier(node)) return [describe(node)];
    if (ts.isSpreadElement(node)) return elementsOf(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(elementsOf);
    return [];
  };

  for (const statement of program.getSourceFile(index)?.statements ?? []) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText() === 'features' && initializer !== undefined)
        return elementsOf(initializer);
    }
  }
  throw new Error(`${index} has no features`);
};

/** Name of the section in docs/explanation/architecture.md that {@link documentLists} writes. */
export const LISTS = 'lists';

/** Returns the features as Markdown, for docs/explanation/architecture.md. */
export const documentLists = () =>
  readFeatures()
    .map(({ name, summary }) => `- \`${name}\`: ${summary}`)
    .join('\n');

/**
 * Replaces the content between the two comments that mark a section.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} content
 */
export const replaceSection = (text, name, content) => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [first, last] = [text.indexOf(begin), text.indexOf(end)];
  if (first < 0 || last < first)
    throw new Error(`docs/explanation/architecture.md has no section ${name}`);
  return `${text.slice(0, first)}${begin}\n\n${content}\n\n${text.slice(last)}`;
};
