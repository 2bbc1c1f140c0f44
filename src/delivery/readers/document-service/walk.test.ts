import { z } from '@strapi/utils';
import fc from 'fast-check';
import type { PlanField, ReadPlan } from '../../plan/read-plan';
import type { DocumentRow } from './document-row';
import { walk } from './walk';

const DEPTH = 3;
const COMPONENTS = ['block.text', 'block.quote'];

const joined = { sort: [], narrowedBy: undefined, isSlot: false };

const planOf = (uid: string, fields: readonly PlanField[]): ReadPlan => ({
  uid,
  form: z.object({}),
  fields,
  slotAttribute: null,
});

const fieldOf = (g: fc.GeneratorValue, attribute: string, depth: number): PlanField => {
  const plan = (): ReadPlan => randomPlan(g, depth + 1);
  const shared = { key: attribute, attribute, ...joined };
  switch (g(fc.constantFrom, 'scalar', 'one', 'many', 'pluck', 'zone')) {
    case 'one':
      return { kind: 'one', isRequired: false, ...shared, plan: plan() };
    case 'many':
      return { kind: 'many', where: undefined, ...shared, plan: plan() };
    case 'pluck':
      return { kind: 'pluck', isMany: g(fc.boolean), ...shared, plan: plan() };
    case 'zone': {
      const plans = new Map(COMPONENTS.map((uid) => [uid, plan()]));
      return { kind: 'zone', key: attribute, attribute, plans };
    }
    default:
      return { kind: 'scalar', key: attribute, attribute, isTimestamp: false };
  }
};

const randomPlan = (g: fc.GeneratorValue, depth = 0): ReadPlan => {
  const count = depth === DEPTH ? 0 : g(fc.nat, { max: 3 });
  return planOf(
    'api::any.any',
    Array.from({ length: count }, (_, at) => fieldOf(g, `f${at}`, depth)),
  );
};

type Built = { plan: ReadPlan; row: DocumentRow };

/**
 * Creates a row as a plan reads it. Adds it and every row within it that the plan reads to `built`.
 */
const randomRow = (g: fc.GeneratorValue, plan: ReadPlan, built: Built[]): DocumentRow => {
  const row: DocumentRow = {};
  built.push({ plan, row });
  for (const field of plan.fields) {
    if (field.kind === 'zone') {
      const parts = g(fc.array, fc.constantFrom(...COMPONENTS, 'block.unread'), { maxLength: 3 });
      row[field.attribute] = parts.map((name) => {
        const inner = field.plans.get(name);
        return Object.assign(inner === undefined ? {} : randomRow(g, inner, built), {
          __component: name,
        });
      });
    } else if ('plan' in field && 'attribute' in field) {
      const isMany = field.kind === 'many' || (field.kind === 'pluck' && field.isMany);
      const one = (): DocumentRow => randomRow(g, field.plan, built);
      if (isMany) row[field.attribute] = Array.from({ length: g(fc.nat, { max: 2 }) }, one);
      else row[field.attribute] = g(fc.boolean) ? one() : null;
    } else if (field.kind === 'scalar') {
      row[field.attribute] = 'text';
    }
  }
  return row;
};

/** Returns the value at a path. */
const at = (row: DocumentRow, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as DocumentRow)[name], row);

it(`comes to every row that the plan reads, once, by the path that leads there`, () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const built: Built[] = [];
      const plan = randomPlan(g);
      const row = randomRow(g, plan, built);
      const visited: Built[] = [];
      walk(plan, row, (inner, target, path) => {
        visited.push({ plan: inner, row: target });
        expect(at(row, path)).toBe(target);
      });
      expect(visited).toHaveLength(built.length);
      for (const { plan: of, row: one } of built) {
        expect(visited.some((seen) => seen.row === one && seen.plan === of)).toBe(true);
      }
    }),
  );
});

it('begins where it is told to', () => {
  const paths: string[] = [];
  const inner = planOf('b', []);
  const plan = planOf('a', [
    { kind: 'many', key: 'list', attribute: 'list', where: undefined, ...joined, plan: inner },
  ]);
  walk(plan, { list: [{}, {}] }, (_plan, _row, path) => paths.push(path.join('.')), ['page', '0']);
  expect(paths).toEqual(['page.0', 'page.0.list.0', 'page.0.list.1']);
});

it('takes rows that were not read for none', () => {
  const visit = jest.fn();
  const inner = planOf('b', []);
  const plan = planOf('a', [
    { kind: 'many', key: 'list', attribute: 'list', where: undefined, ...joined, plan: inner },
    { kind: 'one', key: 'one', attribute: 'one', isRequired: false, ...joined, plan: inner },
    { kind: 'zone', key: 'zone', attribute: 'zone', plans: new Map() },
  ]);
  walk(plan, {}, visit);
  expect(visit).toHaveBeenCalledTimes(1);
});
