import path from 'node:path';
import ts from 'typescript';

/** A virtual file beside this one, so that its imports are resolved. */
const FILE = path.join(__dirname, 'answers-of-the-service.ts');

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  // Without the types of browsers, which take half of the time.
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** The parsed vocabulary and libraries, which are read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

const typeOf = (document: unknown): string => {
  const type = (document as { '@type'?: unknown })['@type'];
  return typeof type === 'string' && /^[A-Za-z]+$/.test(type) ? type : 'Thing';
};

/**
 * Returns errors of documents by the vocabulary of schema.org, such as unknown properties or wrong values. `schema-dts`
 * has that vocabulary as types, so the compiler validates.
 */
export const problemsIn = (documents: readonly unknown[]): string[] => {
  const lines = documents.map(
    (document, index) =>
      `export const document${index}: WithContext<${typeOf(document)}> = ${JSON.stringify(document)};`,
  );
  const imported = [...new Set(['WithContext', ...documents.map(typeOf)])].join(', ');
  const text = [`import type { ${imported} } from 'schema-dts';`, ...lines].join('\n');

  const host = ts.createCompilerHost(options);
  const virtualHost: ts.CompilerHost = {
    ...host,
    fileExists: (name) => name === FILE || host.fileExists(name),
    readFile: (name) => (name === FILE ? text : host.readFile(name)),
    getSourceFile: (name, version, ...rest) => {
      if (name === FILE) return ts.createSourceFile(name, text, version);
      if (!libraries.has(name)) libraries.set(name, host.getSourceFile(name, version, ...rest));
      return libraries.get(name);
    },
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], options, virtualHost))
    .map(({ messageText, start = 0 }) => {
      const line = text.slice(0, start).split('\n').length - 2;
      const source = lines[line] ?? '';
      return `${ts.flattenDiagnosticMessageText(messageText, ' ')} in ${source.slice(0, 300)}`;
    });
};
