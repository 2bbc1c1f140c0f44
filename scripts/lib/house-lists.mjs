import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

/** @typedef {{ place: string, summary: string }} Feature */

/** @param {string} text */
const getFirstSentence = (text) =>
  (/^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, ' ').trim();

/**
 * Reads the three lists that define the service from their sources: features with the first
 * sentence of their docstrings, HTTP middlewares, and document steps by phase.
 */
const readLists = () => {
  const index = inRoot('src/index.ts');
  const config = readFileSync(inRoot('config/middlewares.ts'), 'utf8');
  const { config: options } = ts.readConfigFile(inRoot('tsconfig.json'), (file) =>
    readFileSync(file, 'utf8'),
  );
  const parsed = ts.parseJsonConfigFileContent(options, ts.sys, inRoot('.'));
  const program = ts.createProgram([index], parsed.options);
  const checker = program.getTypeChecker();

  /** Returns the place of a feature: its folder, or its file in `src`. @param {ts.Node} node @returns {Feature} */
  const describe = (node) => {
    const local = checker.getSymbolAtLocation(node);
    const symbol =
      local !== undefined && (local.flags & ts.SymbolFlags.Alias) !== 0
        ? checker.getAliasedSymbol(local)
        : local;
    const file = path.relative(
      inRoot('.'),
      symbol?.declarations?.[0]?.getSourceFile().fileName ?? '',
    );
    return {
      place: path.dirname(file) === 'src' ? file : `${path.dirname(file)}/`,
      summary: getFirstSentence(ts.displayPartsToString(symbol?.getDocumentationComment(checker))),
    };
  };

  /** Returns the identifiers in nested arrays in order. @param {ts.Node} node @returns {ts.Node[]} */
  const collectIdentifiers = (node) => {
    if (ts.isIdentifier(node)) return [node];
    if (ts.isSpreadElement(node)) return collectIdentifiers(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(collectIdentifiers);
    return [];
  };

  /** Returns the value of a constant of `src/index.ts`. @param {string} name @returns {ts.Expression} */
  const getInitializer = (name) => {
    for (const statement of program.getSourceFile(index)?.statements ?? []) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations) {
        if (declared.getText() === name && initializer !== undefined) return initializer;
      }
    }
    throw new Error(`src/index.ts has no ${name}`);
  };

  const pipeline = getInitializer('documentPipeline');
  if (!ts.isObjectLiteralExpression(pipeline)) throw new Error('documentPipeline is not an object');
  return {
    features: collectIdentifiers(getInitializer('features')).map(describe),
    http: [...config.matchAll(/'((?:global|strapi)::[a-z-]+)'/g)].map(([, name = '']) => name),
    documents: pipeline.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => ({
      phase: name.getText(),
      steps: collectIdentifiers(initializer).map((step) => step.getText()),
    })),
  };
};

/** @param {string[]} names */
const formatNames = (names) =>
  names.map((name) => `\`${name.replace('global::', '')}\``).join(', ');

/** Returns the three lists as Markdown. */
const formatLists = () => {
  const { features, http, documents } = readLists();
  return [
    '### Features (`src/index.ts`)',
    features.map(({ place, summary }) => `- \`${place}\`: ${summary}`).join('\n'),
    '### HTTP pipeline (`config/middlewares.ts`)',
    formatNames(http),
    '### Document pipeline (`documentPipeline` in `src/index.ts`)',
    documents.map(({ phase, steps }) => `- **${phase}**: ${formatNames(steps)}`).join('\n'),
  ].join('\n\n');
};

/** Writes the three lists into docs/explanation/architecture.md. @param {string} text the page */
export const replaceLists = (text) => replaceSection(text, 'lists', formatLists());

/**
 * Replaces what stands between the comments that mark a section of a page.
 *
 * @param {string} text the page
 * @param {string} name
 * @param {string} content
 */
export const replaceSection = (text, name, content) => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [first, last] = [text.indexOf(begin), text.indexOf(end)];
  if (first < 0 || last < first) throw new Error(`docs/explanation/architecture.md has no ${name}`);
  return `${text.slice(0, first)}${begin}\n\n${content}\n\n${text.slice(last)}`;
};
