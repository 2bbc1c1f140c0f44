import { z } from '@strapi/utils';
import { sourceOf, type SortKey, type Source } from '../contracts/kit/source';
import { MEDIA_UID, isMediaField } from './media';
import { attributeOf, type Model, type ModelLookup } from './model';

/**
 * What one contract needs of one model, worked out once: for every key of the response, in its order,
 * where the value comes from and how to read it.
 */
export type Plan = { uid: string; fields: readonly Field[] };

type Rows = { attribute: string; sort: readonly SortKey[]; narrowedBy: string | undefined };

export type Field =
  | { kind: 'scalar'; key: string; attribute: string; isTimestamp: boolean }
  | { kind: 'media'; key: string }
  | { kind: 'one'; key: string; plan: Plan } & Rows
  | {
      kind: 'many';
      key: string;
      plan: Plan;
      where: { attribute: string; oneOf: readonly string[] } | undefined;
    } & Rows
  | { kind: 'pluck'; key: string; field: string; isMany: boolean } & Rows
  | { kind: 'zone'; key: string; attribute: string; plans: ReadonlyMap<string, Plan> }
  | { kind: 'component'; key: string; name: string }
  | { kind: 'referencedBy'; key: string; uid: string; via: string; sort: readonly SortKey[]; plan: Plan }
  | { kind: 'given'; key: string; name: string };

type Schema = z.core.$ZodType;

/** The schema beneath `nullable`, `optional` and the like. */
const bare = (schema: Schema): Schema =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? bare(schema.unwrap())
    : schema;

const sourceBeneath = (schema: Schema): Source | undefined =>
  sourceOf(schema) ??
  (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? sourceBeneath(schema.unwrap())
    : undefined);

const asObject = (schema: Schema, at: string): z.ZodObject => {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) throw new Error(`${at} must be an object schema`);
  return inner;
};

const zoneOptions = (schema: Schema, at: string): readonly z.ZodObject[] => {
  const inner = bare(schema);
  return inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion
    ? inner.options.map((option) => asObject(option, at))
    : [asObject(inner, at)];
};

const componentName = (schema: z.ZodObject, at: string): string => {
  const literal = schema.shape.__component;
  if (!(literal instanceof z.ZodLiteral)) throw new Error(`${at} must name its __component`);
  return String(literal.value);
};

/**
 * Walks a response schema together with the model it is read from.
 *
 * @throws Error where they do not fit (a field the model does not have, a list where the model holds one
 *   thing): a mistake of ours, found when the service starts rather than by a caller.
 */
export const compilePlan = (models: ModelLookup, uid: string, contract: Schema): Plan => {
  const compile = (model: Model, schema: z.ZodObject): Plan => ({
    uid: model.uid,
    fields: Object.entries(schema.shape).map(([key, field]) => compileField(model, key, field)),
  });

  const compileField = (model: Model, key: string, schema: Schema): Field => {
    const at = `${model.uid}.${key}`;
    if (model.uid === MEDIA_UID && isMediaField(key)) return { kind: 'media', key };
    if (key === '__component') return { kind: 'component', key, name: model.uid };

    const source = sourceBeneath(schema) ?? { kind: 'attribute' as const, name: key };
    if (source.kind === 'given') return { kind: 'given', key, name: source.name };

    const inner = bare(schema);
    if (source.kind === 'referencedBy') {
      if (!(inner instanceof z.ZodArray)) throw new Error(`${at} must be an array`);
      const plan = compile(models(source.uid), asObject(inner.element, at));
      return { ...source, key, sort: source.sort ?? [], plan };
    }
    if (source.kind === 'pluck') {
      const attribute = attributeOf(model, source.attribute);
      if (attribute.target === undefined) throw new Error(`${at} plucks from a plain value`);
      attributeOf(models(attribute.target), source.field);
      const isMany = inner instanceof z.ZodArray;
      if (attribute.isMany !== isMany) throw new Error(`${at} is single on one side, many on the other`);
      return {
        kind: 'pluck',
        key,
        attribute: source.attribute,
        field: source.field,
        isMany,
        sort: source.sort ?? [],
        narrowedBy: undefined,
      };
    }
    return compileAttribute(model, key, inner, source, at);
  };

  const compileAttribute = (
    model: Model,
    key: string,
    inner: Schema,
    source: Extract<Source, { kind: 'attribute' }>,
    at: string,
  ): Field => {
    const attribute = attributeOf(model, source.name);
    if (attribute.zone !== undefined) {
      if (!(inner instanceof z.ZodArray)) throw new Error(`${at} must be an array`);
      const plans = zoneOptions(inner.element, at).map((option) => {
        const component = componentName(option, at);
        if (attribute.zone?.includes(component) !== true) {
          throw new Error(`${at} does not take ${component}`);
        }
        return [component, compile(models(component), option)] as const;
      });
      return { kind: 'zone', key, attribute: source.name, plans: new Map(plans) };
    }
    if (attribute.target === undefined) {
      return {
        kind: 'scalar',
        key,
        attribute: source.name,
        isTimestamp: inner instanceof z.ZodISODateTime,
      };
    }
    const rows = { attribute: source.name, sort: source.sort ?? [], narrowedBy: source.narrowedBy };
    const target = models(attribute.target);
    if (inner instanceof z.ZodArray) {
      if (!attribute.isMany) throw new Error(`${at} is a list, the model holds one`);
      if (source.where !== undefined) attributeOf(target, source.where.attribute);
      const plan = compile(target, asObject(inner.element, at));
      return { kind: 'many', key, plan, where: source.where, ...rows };
    }
    if (attribute.isMany) throw new Error(`${at} is one thing, the model holds a list`);
    return { kind: 'one', key, plan: compile(target, asObject(inner, at)), ...rows };
  };

  return compile(models(uid), asObject(contract, uid));
};

/**
 * The content types whose change can change a response made from this plan. Components are part of the
 * row that holds them and therefore not listed.
 */
export const dependenciesOf = (plan: Plan): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = ({ uid, fields }: Plan): void => {
    if (uid.includes('::')) found.add(uid);
    for (const field of fields) {
      if ('plan' in field) visit(field.plan);
      if (field.kind === 'zone') for (const inner of field.plans.values()) visit(inner);
    }
  };
  visit(plan);
  return found;
};
