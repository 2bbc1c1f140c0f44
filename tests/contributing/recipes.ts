import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A step of a recipe: a file to write, or a change of a file. */
export type Step = { file: string; kind: 'write' | 'change'; text: string };

export type Recipe = { title: string; steps: readonly Step[] };

const heading = /^## (.+)$/m;
const block = /^```(\w+) (\S+)\n([\s\S]*?)^```$/gm;

const stepsIn = (section: string): Step[] =>
  [...section.matchAll(block)].map(([, language, file = '', text = '']) => ({
    file,
    kind: language === 'diff' ? 'change' : 'write',
    text,
  }));

/**
 * Reads the recipes of docs/how-to/extend-the-service.md: each second-level heading with code blocks that name a file
 * after their language. A `diff` block changes the file, any other block is the whole file.
 */
export const readRecipes = (root: string): readonly Recipe[] => {
  const page = readFileSync(path.join(root, 'docs/how-to/extend-the-service.md'), 'utf8');
  const [, ...sections] = page.split(/^(?=## )/m);
  return sections
    .map((section) => ({ title: heading.exec(section)?.[1] ?? '', steps: stepsIn(section) }))
    .filter(({ steps }) => steps.length > 0);
};

const linesOf = (text: string, marks: string): string =>
  text
    .split('\n')
    .filter((line) => line !== '' && marks.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

/**
 * Returns a file after a `diff` block. Its unchanged and removed lines must occur together and once.
 *
 * @throws Error if they do not: the recipe no longer fits the code
 */
export const applyDiff = (file: string, content: string, diff: string): string => {
  const before = linesOf(diff, ' -');
  const parts = content.split(before);
  if (parts.length !== 2) {
    throw new Error(`${file} has ${parts.length - 1} places like this, one is needed:\n${before}`);
  }
  return parts.join(linesOf(diff, ' +'));
};
