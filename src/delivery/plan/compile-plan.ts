import { z } from '@strapi/utils';
import {
  MEDIA_UID,
  isMediaField,
  ContractError,
  ContractMismatch,
  getAttribute,
  type Model,
  type ModelLookup,
  isSlot,
  hasStoredSlots,
} from './model';
import {
  getFieldSource,
  getIncludable,
  mapFrom,
  type FieldSource,
  type Includable,
  type SettingName,
  type SortKey,
} from './field-source';
import {
  isContentType,
  noLinks,
  type LinkAddresses,
  LANGUAGE,
  type PlanField,
  type ReadPlan,
} from './read-plan';

type Schema = z.core.$ZodType;

const isWrapped = (schema: Schema): schema is z.ZodNullable | z.ZodOptional =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;

/** Returns the schema inside `nullable`, `optional` and similar wrappers. */
const unwrapSchema = (schema: Schema): Schema =>
  isWrapped(schema) ? unwrapSchema(schema.unwrap()) : schema;

/** Returns an equal schema that no registry knows; `schema.clone()` inherits the entries. */
const copyOf = (schema: Schema): z.ZodType => z.clone(schema, schema._zod.def) as z.ZodType;

const findNestedSource = (schema: Schema): FieldSource | undefined =>
  getFieldSource(schema) ?? (isWrapped(schema) ? findNestedSource(schema.unwrap()) : undefined);

const asObject = (schema: Schema): z.ZodObject => {
  const inner = unwrapSchema(schema);
  if (!(inner instanceof z.ZodObject)) throw new ContractMismatch('it must be an object schema');
  return inner;
};

const getElement = (schema: Schema): Schema => {
  if (!(schema instanceof z.ZodArray)) throw new ContractMismatch('it must be an array schema');
  return schema.element;
};

const listZoneOptions = (schema: Schema): readonly z.ZodObject[] => {
  const inner = unwrapSchema(schema);
  return inner instanceof z.ZodUnion
    ? inner.options.map((option) => asObject(option))
    : [asObject(inner)];
};

const getComponentName = (schema: z.ZodObject): string => {
  const literal: unknown = schema.shape.__component;
  if (!(literal instanceof z.ZodLiteral))
    throw new ContractMismatch('it must name its __component');
  return String(literal.value);
};

/** Schema types that a contract may declare for Strapi's scalar types; others hold anything. */
const promises: Readonly<Record<string, readonly string[]>> = {
  integer: ['number'],
  decimal: ['number'],
  float: ['number'],
  boolean: ['boolean'],
  string: ['string', 'enum', 'literal'],
  text: ['string'],
  richtext: ['string'],
  uid: ['string'],
  email: ['string'],
  enumeration: ['string', 'enum', 'literal'],
  date: ['string'],
  time: ['string'],
  datetime: ['string'],
};

/** @throws ContractMismatch if the contract declares another type for a scalar of a known type. */
const checkPlain = (
  model: Model,
  name: string,
  type: string | null,
  schema: z.core.$ZodType,
): void => {
  const allowed = type === null ? undefined : promises[type];
  const declared = schema._zod.def.type;
  if (allowed === undefined || allowed.includes(declared)) return;
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} is of the type ${String(type)}, not ${declared}`,
  );
};

/** @throws ContractMismatch if only one of the contract and the model holds many values. */
const checkCount = (model: Model, name: string, isMany: boolean, schema: z.core.$ZodType): void => {
  if (isMany === schema instanceof z.ZodArray) return;
  const [held, declared] = isMany ? ['many', 'one'] : ['one', 'many'];
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} holds ${held}, not ${declared}`,
  );
};

/** @throws ContractMismatch if the model lacks an attribute that rows are sorted by. */
const checkSort = (model: Model, sort: readonly SortKey[]): void => {
  for (const key of sort) getAttribute(model, key.replace(/^-/, ''));
};

export type PlanOptions = {
  /** Which attributes are links; without it, all are read as they are stored. */
  links?: LinkAddresses;
  /** Returns a setting; without it, all are empty. */
  settingOf?: (name: SettingName) => unknown;
  includes?: readonly Includable[];
};

/**
 * Compiles a response schema against the model that it is read from.
 *
 * @throws ContractError that names every mismatch, for example a missing attribute, or a list where
 * the model holds one value. This is a programming error, found at startup instead of by a caller.
 */
export const compilePlan = (
  models: ModelLookup,
  uid: string,
  contract: Schema,
  { links = noLinks, settingOf = () => '', includes = [] }: PlanOptions = {},
): ReadPlan => {
  /** Plans by model and schema. They are shared, so that their documents are read together. */
  const plans = new Map<string, Map<Schema, ReadPlan>>();
  const problems: string[] = [];
  /** Current path from the root of the schema, for error messages. */
  const path: string[] = [];

  const isRead = ([, field]: readonly [string, Schema]): boolean => {
    const group = getIncludable(field);
    return group === undefined || includes.includes(group);
  };

  /** @param holdsSlots whether a document that stores its slots holds it, not behind a relation */
  const compile = (model: Model, schema: z.ZodObject, holdsSlots: boolean): ReadPlan => {
    const planKey = `${model.uid} ${String(holdsSlots)}`;
    const plansOfKey = plans.get(planKey) ?? new Map<Schema, ReadPlan>();
    plans.set(planKey, plansOfKey);
    const cachedPlan = plansOfKey.get(schema);
    if (cachedPlan !== undefined) return cachedPlan;
    const fields = Object.entries<Schema>(schema.shape)
      .filter(isRead)
      .map(([key, field]): PlanField => {
        path.push(key);
        try {
          return compileField(model, key, field, holdsSlots);
        } catch (error) {
          if (!(error instanceof ContractMismatch)) throw error;
          problems.push(`field ${path.join('.')}: ${error.message}`);
          return { kind: 'absent', key };
        } finally {
          path.pop();
        }
      });
    const plan = {
      uid: model.uid,
      form: schema,
      fields,
      storesSlots: holdsSlots && hasStoredSlots(model),
    };
    plansOfKey.set(schema, plan);
    return plan;
  };

  const compileField = (
    model: Model,
    key: string,
    schema: Schema,
    holdsSlots: boolean,
  ): PlanField => {
    if (model.uid === MEDIA_UID && isMediaField(key)) return { kind: 'media', key };
    // The column exists, but Strapi does not return it for types that are not localised.
    if (key === 'locale' && !model.isLocalized) return { kind: 'absent', key };
    if (key === '__component') return { kind: 'component', key, name: model.uid };

    const source = findNestedSource(schema) ?? { kind: 'attribute' as const, name: key };
    const inner = unwrapSchema(schema);
    switch (source.kind) {
      case 'parameter':
        return { kind: 'parameter', key, name: source.name };
      case 'setting': {
        const value = settingOf(source.name);
        if (typeof value !== 'string') {
          throw new ContractMismatch(`the setting "${source.name}" is no text`);
        }
        return { kind: 'constant', key, value };
      }
      case 'referencedBy': {
        const target = models(source.uid);
        getAttribute(target, source.via);
        checkSort(target, source.sort ?? []);
        const plan = compile(target, asObject(getElement(inner)), false);
        return { ...source, key, sort: source.sort ?? [], plan };
      }
      case 'pluck':
        return compilePluck(model, key, inner, source);
      case 'translation':
        return compileTranslation(model, key, schema, source);
      case 'attribute':
        if (source.isOptional === true && !Object.hasOwn(model.attributes, source.name)) {
          return { kind: 'absent', key };
        }
        return compileAttribute(model, key, schema, source, holdsSlots);
    }
  };

  const compileTranslation = (
    model: Model,
    key: string,
    schema: Schema,
    { within, name = key }: Extract<FieldSource, { kind: 'translation' }>,
  ): PlanField => {
    // A copy, because the field itself carries this source.
    const field = copyOf(unwrapSchema(schema));
    const untranslated = compileAttribute(
      model,
      key,
      isWrapped(schema) ? z.nullable(field) : field,
      { kind: 'attribute', name },
      false,
    );
    const isText =
      untranslated.kind === 'scalar' && !untranslated.isTimestamp && field instanceof z.ZodString;
    const isComponent =
      (untranslated.kind === 'one' || untranslated.kind === 'many') &&
      !isContentType(untranslated.plan);
    if (!isText && !isComponent) {
      throw new ContractMismatch('only texts and components can be translated');
    }
    const { target, isMany } = getAttribute(model, within);
    if (target === undefined || !isMany) {
      throw new ContractMismatch(
        `the attribute "${within}" of the model ${model.name} is no list of components`,
      );
    }
    const written = mapFrom(z.nullable(field), { kind: 'attribute', name });
    const form = z.object({ [LANGUAGE.field]: z.string(), [key]: written });
    const plan = compile(models(target), form, false);
    return { kind: 'translation', key, attribute: within, plan, untranslated };
  };

  const compilePluck = (
    model: Model,
    key: string,
    inner: Schema,
    source: Extract<FieldSource, { kind: 'pluck' }>,
  ): PlanField => {
    const { target, isMany } = getAttribute(model, source.attribute);
    if (target === undefined) {
      throw new ContractMismatch(
        `the attribute "${source.attribute}" of the model ${model.name} is a plain value`,
      );
    }
    const isList = inner instanceof z.ZodArray;
    // A single value may be declared as a list of at most one, so that types with one and with many
    // share a schema.
    if (isMany) checkCount(model, source.attribute, isMany, inner);
    // A copy, because the value itself carries this source and would be plucked again.
    const value = copyOf(isList ? getElement(inner) : inner);
    const plan = compile(models(target), z.object({ [source.field]: value }), false);
    const { attribute, sort = [] } = source;
    checkSort(models(target), sort);
    return {
      kind: 'pluck',
      key,
      isMany: isList,
      attribute,
      plan,
      sort,
      narrowedBy: undefined,
      isSlot: false,
    };
  };

  const compileAttribute = (
    model: Model,
    key: string,
    schema: Schema,
    { name, sort = [], narrowedBy, where }: Extract<FieldSource, { kind: 'attribute' }>,
    holdsSlots: boolean,
  ): PlanField => {
    const inner = unwrapSchema(schema);
    const attribute = getAttribute(model, name);
    if (attribute.kind === 'zone') {
      const plansOfZone = listZoneOptions(getElement(inner)).map((option) => {
        const component = getComponentName(option);
        if (!attribute.zone.includes(component)) {
          throw new ContractMismatch(
            `the zone "${name}" of the model ${model.name} takes no ${component}`,
          );
        }
        return [component, compile(models(component), option, holdsSlots)] as const;
      });
      return { kind: 'zone', key, attribute: name, plans: new Map(plansOfZone) };
    }
    if (attribute.target === undefined) {
      checkPlain(model, name, attribute.type, inner);
      if (links.isLink(model, name))
        return { kind: 'link', key, attribute: name, addresses: links };
      const isTimestamp = inner instanceof z.ZodISODateTime;
      return { kind: 'scalar', key, attribute: name, isTimestamp };
    }
    checkCount(model, name, attribute.isMany, inner);
    const target = models(attribute.target);
    if (where !== undefined) getAttribute(target, where.attribute);
    checkSort(target, sort);
    const form = asObject(attribute.isMany ? getElement(inner) : inner);
    const plan = compile(target, form, holdsSlots && attribute.kind === 'component');
    const rows = {
      attribute: name,
      plan,
      sort,
      narrowedBy,
      isSlot: holdsSlots && isSlot(models, model, name),
    };
    return attribute.isMany
      ? { kind: 'many', key, where, ...rows }
      : { kind: 'one', key, isRequired: !isWrapped(schema), ...rows };
  };

  const root = models(uid);
  const plan = compile(root, asObject(contract), hasStoredSlots(root));
  if (problems.length > 0) throw new ContractError(problems);
  return plan;
};
