/**
 * Compiles the given files of a copy of the project into its `dist`, generates the types of its models, and checks the
 * types of the files and of their importers. All other files are in `dist` already.
 *
 *   node tests/contributing/compile.mjs <folder of the copy> <file…>
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { compileFile, getOutputPath } from '../../scripts/lib/compile.mjs';

const [folder = '', ...files] = process.argv.slice(2);

/** @param {readonly ts.Diagnostic[]} diagnostics */
const exitOn = (diagnostics) => {
  if (diagnostics.length === 0) return;
  console.error(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => folder,
      getNewLine: () => '\n',
    }),
  );
  process.exit(1);
};

/** @param {ts.Program} [oldProgram] */
const load = (oldProgram) => {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    path.join(folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        exitOn([diagnostic]);
      },
    },
  );
  if (parsed === undefined) throw new Error('The copy has no tsconfig.json');
  return ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    ...(oldProgram && { oldProgram }),
  });
};

/** @param {ts.Program} program */
const changedFiles = (program) =>
  files.map((file) => {
    const source = program.getSourceFile(path.join(folder, file));
    if (source === undefined) throw new Error(`${file} is not compiled`);
    return source;
  });

/**
 * The changed files and those that import one of them.
 *
 * @param {ts.Program} program
 */
const affectedFiles = (program) => {
  const changed = new Set(changedFiles(program).map(({ fileName }) => fileName));
  const options = program.getCompilerOptions();
  /** @param {ts.SourceFile} source */
  const importsChanged = (source) =>
    ts.preProcessFile(source.text).importedFiles.some(({ fileName }) => {
      const resolved = ts.resolveModuleName(fileName, source.fileName, options, ts.sys);
      return changed.has(resolved.resolvedModule?.resolvedFileName ?? '');
    });
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder) && !fileName.includes('/node_modules/'))
    .filter((source) => changed.has(source.fileName) || importsChanged(source));
};

const program = load();
changedFiles(program);
for (const file of files) {
  const code = await compileFile(file, readFileSync(path.join(folder, file), 'utf8'), folder);
  const output = path.join(folder, 'dist', getOutputPath(file));
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, code);
}
const generate = path.resolve(import.meta.dirname, '../../scripts/programs/generate-types.mjs');
execFileSync(process.execPath, [generate, path.join(folder, 'dist'), path.join(folder, 'types')]);
const withTypes = load(program);
const affected = affectedFiles(withTypes);
if (affected.length <= files.length) throw new Error('Nothing imports the files');
exitOn(
  affected.flatMap((source) => [
    ...withTypes.getSyntacticDiagnostics(source),
    ...withTypes.getSemanticDiagnostics(source),
  ]),
);
