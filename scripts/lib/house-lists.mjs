import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot, root } from './paths.mjs';

/** @typedef {{ name: string, summary: string }} Listed */

/** @param {string} text */
const firstSentence = (text) =>
  (/^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, ' ').trim();

/**
 * Reads the lists of features and document steps from their sources. Each item has the first sentence
 * of its docstring.
 */
const readLists = () => {
  const index = inRoot('src/index.ts');
  const pipeline = inRoot('src/document-pipeline.ts');
  const { config: options } = ts.readConfigFile(inRoot('tsconfig.json'), (file) =>
    readFileSync(file, 'utf8'),
  );
  const parsed = ts.parseJsonConfigFileContent(options, ts.sys, root);
  const program = ts.createProgram([index, pipeline], parsed.options);
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

  /** @param {string} file @param {string} name @returns {ts.Expression} */
  const initializerOf = (file, name) => {
    for (const statement of program.getSourceFile(file)?.statements ?? []) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations) {
        if (declared.getText() === name && initializer !== undefined) return initializer;
      }
    }
    throw new Error(`${file} has no ${name}`);
  };

  const steps = initializerOf(pipeline, 'documentPipeline');
  if (!ts.isObjectLiteralExpression(steps)) throw new Error('documentPipeline is not an object');
  return {
    features: elementsOf(initializerOf(index, 'features')),
    documents: steps.properties.flatMap((property) =>
      ts.isPropertyAssignment(property)
        ? [{ phase: property.name.getText(), steps: elementsOf(property.initializer) }]
        : [],
    ),
  };
};

/** Name of the section in docs/explanation/architecture.md that {@link documentLists} writes. */
export const LISTS = 'lists';

/** Returns both lists as Markdown, for docs/explanation/architecture.md. */
export const documentLists = () => {
  const { features, documents } = readLists();
  const phases = documents.map(
    ({ phase, steps }) => `- **${phase}**: ${steps.map(({ name }) => `\`${name}\``).join(', ')}`,
  );
  return [
    '### Features (`src/index.ts`)',
    features.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n'),
    '### Document pipeline (`src/document-pipeline.ts`)',
    phases.join('\n'),
  ].join('\n\n');
};

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
