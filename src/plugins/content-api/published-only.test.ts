import type { Core } from '@strapi/types';
import fc from 'fast-check';
import { createDraftFinder } from './published-only';

type Attribute = { type: string; target?: string; component?: string };
type Model = { attributes: Record<string, Attribute>; options: { draftAndPublish: boolean } };

const relation = (target: string): Attribute => ({ type: 'relation', target });

/**
 * Two types with drafts, one type without drafts that references both, and a component that
 * references types with and without drafts.
 */
const models: Readonly<Record<string, Model>> = {
  course: {
    attributes: {
      title: { type: 'string' },
      teacher: relation('teacher'),
      line: relation('line'),
      part: { type: 'component', component: 'part' },
      localizations: relation('course'),
    },
    options: { draftAndPublish: true },
  },
  teacher: {
    attributes: { name: { type: 'string' }, courses: relation('course') },
    options: { draftAndPublish: true },
  },
  line: {
    attributes: { slug: { type: 'string' }, courses: relation('course'), parent: relation('line') },
    options: { draftAndPublish: false },
  },
  part: {
    attributes: { teacher: relation('teacher'), line: relation('line') },
    options: { draftAndPublish: false },
  },
};

const strapi = { getModel: (uid: string) => models[uid] } as Core.Strapi;
const findDraftPath = createDraftFinder({ strapi });

type Walk = { uid: string; path: string[]; meetsDrafts: boolean };

/**
 * A path through the models, and whether it reaches rows of drafts. The result follows the rules
 * step by step.
 */
const walks: fc.Arbitrary<Walk> = fc
  .tuple(fc.constantFrom('course', 'line'), fc.array(fc.nat(), { minLength: 1, maxLength: 7 }))
  .map(([uid, choices]) => {
    const path: string[] = [];
    let at: string = uid;
    let arePublished = models[uid]?.options.draftAndPublish === true;
    let meetsDrafts = false;
    for (const choice of choices) {
      const attributes = Object.entries(models[at]?.attributes ?? {});
      const [name, attribute] = attributes[choice % attributes.length] ?? [];
      if (name === undefined || attribute === undefined) break;
      path.push(name);
      const next = attribute.target ?? attribute.component;
      if (next === undefined) break;
      const hasDrafts = models[next]?.options.draftAndPublish === true;
      if (attribute.type === 'relation') {
        if (name === 'localizations' || (hasDrafts && !arePublished)) meetsDrafts = true;
        arePublished &&= hasDrafts;
      }
      at = next;
    }
    return { uid, path, meetsDrafts };
  });

const nestPath = (path: readonly string[], end: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), end);

/** Wraps the path's condition in operators at arbitrary positions. */
const wrapInOperators = (path: readonly string[], index: number): unknown => {
  const cut = index % path.length;
  const inner = nestPath(path.slice(cut), { $startsWith: 'a' });
  return { $or: [{ $not: nestPath(path.slice(0, cut), { $and: [inner] }) }] };
};

it(`createDraftFinder – any filter or sort – finds exactly the paths that reach drafts`, () => {
  fc.assert(
    fc.property(walks, fc.nat(), ({ uid, path, meetsDrafts }, index) => {
      const queries = [
        { filters: nestPath(path, 'a') },
        { filters: wrapInOperators(path, index) },
        { sort: path.join('.') },
        { sort: [`title`, `${path.join('.')}:desc`] },
        { sort: nestPath(path, 'asc') },
      ];
      for (const query of queries) {
        const draftPath = findDraftPath(uid, query);
        expect([query, draftPath !== undefined]).toEqual([query, meetsDrafts]);
        if (draftPath !== undefined) expect(path.join('.').startsWith(draftPath)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
