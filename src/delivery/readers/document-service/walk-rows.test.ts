import { z } from '@strapi/utils';
import fc from 'fast-check';
import type { PlanField, ReadPlan } from '../../plan/read-plan';
import type { DocumentRow } from './document-row';
import { walkRows } from './walk-rows';

const DEPTH = 3;
const COMPONENTS = ['block.text', 'block.quote'];

const relationOptions = { sort: [], narrowedBy: undefined, isSlot: false };

const planOf = (uid: string, fields: readonly PlanField[]): ReadPlan => ({
  uid,
  form: z.object({}),
  fields,
  slotAttribute: null,
});

const fieldOf = (g: fc.GeneratorValue, attribute: string, depth: number): PlanField => {
  const plan = (): ReadPlan => randomPlan(g, depth + 1);
  const shared = { key: attribute, attribute, ...relationOptions };
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
    Array.from({ length: count }, (_, index) => fieldOf(g, `f${index}`, depth)),
  );
};

type Visit = { plan: ReadPlan; row: DocumentRow };

/**
 * Creates a row as a plan reads it. Adds it and every row within it that the plan reads to `visits`.
 */
const randomRow = (g: fc.GeneratorValue, plan: ReadPlan, visits: Visit[]): DocumentRow => {
  const row: DocumentRow = {};
  visits.push({ plan, row });
  for (const field of plan.fields) {
    if (field.kind === 'zone') {
      const parts = g(fc.array, fc.constantFrom(...COMPONENTS, 'block.unread'), { maxLength: 3 });
      row[field.attribute] = parts.map((name) => {
        const inner = field.plans.get(name);
        return Object.assign(inner === undefined ? {} : randomRow(g, inner, visits), {
          __component: name,
        });
      });
    } else if ('plan' in field && 'attribute' in field) {
      const isMany = field.kind === 'many' || (field.kind === 'pluck' && field.isMany);
      const createInner = (): DocumentRow => randomRow(g, field.plan, visits);
      if (isMany) row[field.attribute] = Array.from({ length: g(fc.nat, { max: 2 }) }, createInner);
      else row[field.attribute] = g(fc.boolean) ? createInner() : null;
    } else if (field.kind === 'scalar') {
      row[field.attribute] = 'text';
    }
  }
  return row;
};

/** Returns the value at a path. */
const valueAt = (row: DocumentRow, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as DocumentRow)[name], row);

it(`walkRows – any plan – visits every row of the plan once, with its path`, () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const visits: Visit[] = [];
      const plan = randomPlan(g);
      const row = randomRow(g, plan, visits);
      const visited: Visit[] = [];
      walkRows(plan, row, (inner, target, path) => {
        visited.push({ plan: inner, row: target });
        expect(valueAt(row, path)).toBe(target);
      });
      expect(visited).toHaveLength(visits.length);
      for (const { plan: expectedPlan, row: expectedRow } of visits) {
        expect(
          visited.some((visit) => visit.row === expectedRow && visit.plan === expectedPlan),
        ).toBe(true);
      }
    }),
  );
});

it('walk – start path – prefixes the path of each row', () => {
  const paths: string[] = [];
  const inner = planOf('b', []);
  const plan = planOf('a', [
    {
      kind: 'many',
      key: 'list',
      attribute: 'list',
      where: undefined,
      ...relationOptions,
      plan: inner,
    },
  ]);
  walkRows(plan, { list: [{}, {}] }, (_plan, _row, path) => paths.push(path.join('.')), [
    'page',
    '0',
  ]);
  expect(paths).toEqual(['page.0', 'page.0.list.0', 'page.0.list.1']);
});

it('walk – rows that were not read – are skipped', () => {
  const visit = jest.fn();
  const inner = planOf('b', []);
  const plan = planOf('a', [
    {
      kind: 'many',
      key: 'list',
      attribute: 'list',
      where: undefined,
      ...relationOptions,
      plan: inner,
    },
    {
      kind: 'one',
      key: 'one',
      attribute: 'one',
      isRequired: false,
      ...relationOptions,
      plan: inner,
    },
    { kind: 'zone', key: 'zone', attribute: 'zone', plans: new Map() },
  ]);
  walkRows(plan, {}, visit);
  expect(visit).toHaveBeenCalledTimes(1);
});
