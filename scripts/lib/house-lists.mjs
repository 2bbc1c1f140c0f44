import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot, root } from './paths.mjs';

/** @typedef {{ name: string, summary: string, room: string }} Listed */

/** @param {string} text */
const firstSentence = (text) =>
  (/^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, ' ').trim();

/**
 * Summaries of Strapi's own middlewares, which have no source here. @type {Record<string, string>}
 */
const strapiMiddlewares = {
  logger: 'Logs each request.',
  compression: 'Compresses JSON.',
  errors: 'Writes the response of an error.',
  security: 'Sets security headers.',
  cors: 'Allows other origins.',
  query: 'Parses the query string.',
  body: 'Does nothing: `body` has read the body.',
  session: 'Keeps the cookie of the panel.',
  favicon: 'Serves the icon.',
  public: 'Serves `public/`.',
};

/**
 * Reads the three lists that define the service from their sources: features, HTTP middlewares and
 * document steps. Each item has the first sentence of its docstring.
 */
const readLists = () => {
  const index = inRoot('src/index.ts');
  const config = readFileSync(inRoot('config/middlewares.ts'), 'utf8');
  const names = [...config.matchAll(/'(global|strapi)::([a-z-]+)'/g)];
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
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
    return {
      name: node.getText(),
      summary: firstSentence(ts.displayPartsToString(symbol?.getDocumentationComment(checker))),
      room: /src\/((?:plugins\/)?[^/]+)/.exec(file.slice(root.length))?.[1] ?? '',
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

  /** Returns the properties of an object. @param {string} file @param {string} name */
  const propertiesOf = (file, name) => {
    const object = initializerOf(file, name);
    if (!ts.isObjectLiteralExpression(object)) throw new Error(`${name} is not an object`);
    return object.properties.filter(ts.isPropertyAssignment);
  };

  /** Returns the function that a middleware's factory is, returns or calls. @param {ts.Node} node */
  const functionOf = (node) => {
    const body = ts.isArrowFunction(node) ? node.body : node;
    return ts.isCallExpression(body) ? body.expression : body;
  };

  const ours = new Map(
    propertiesOf(index, 'httpMiddlewares').map(({ name, initializer }) => [
      name.getText().replaceAll("'", ''),
      describe(functionOf(initializer)),
    ]),
  );
  return {
    features: elementsOf(initializerOf(index, 'features')),
    http: names.map(([, kind, name = '']) =>
      kind === 'strapi'
        ? { name, summary: strapiMiddlewares[name] ?? '', room: 'strapi' }
        : { summary: '', room: '', ...ours.get(name), name },
    ),
    documents: propertiesOf(index, 'documentPipeline').map(({ name, initializer }) => ({
      phase: name.getText(),
      steps: elementsOf(initializer),
    })),
  };
};

/** Name of the section in docs/explanation/architecture.md that {@link documentLists} writes. */
export const LISTS = 'lists';

/** @param {Listed[]} listed */
const itemsOf = (listed) =>
  listed.map(({ name, summary, room }) => `- \`${name}\` (${room}): ${summary}`).join('\n');

/** Returns the three lists as Markdown, for docs/explanation/architecture.md. */
export const documentLists = () => {
  const { features, http, documents } = readLists();
  return [
    '### Features (`src/index.ts`)',
    itemsOf(features),
    '### HTTP pipeline (`config/middlewares.ts`)',
    itemsOf(http),
    '### Document pipeline (`documentPipeline` in `src/index.ts`)',
    ...documents.flatMap(({ phase, steps }) => [`**${phase}**`, itemsOf(steps)]),
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
