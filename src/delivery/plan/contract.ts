import type { z } from '@strapi/utils';
import { MEDIA_UID } from './media-fields';
import type { LinkAddresses } from './links';
import type { SettingName } from './field-source';
import type { ModelLookup } from './model';
import { compilePlan } from './compile-plan';
import {
  dependenciesOf,
  embeddedIn,
  parametersOf,
  plansIn,
  type FieldOfKind,
  type PlanField,
  type ReadPlan,
} from './read-plan';
import type { SlotMemory } from './slots';

/** A response form together with the type it is read from, worked out once. */
export type Contract = {
  /** Tells contracts apart within this process. */
  key: string;
  uid: string;
  plan: ReadPlan;
  /** The content types whose change can change a response. */
  dependencies: ReadonlySet<string>;
  /** Those of them that a document shows besides itself; its own type only if it shows others of it. */
  embedded: ReadonlySet<string>;
  /** The request parameters that the form refers to. */
  parameters: readonly string[];
  /**
   * Where this is the form of documents within others: the attributes by which those decide which of them they
   * show, and in which order.
   */
  placedBy: readonly string[];
  /** The fields that show documents of their own, and the contracts of those. */
  references: ReadonlyMap<PlanField, Contract>;
};

export type ContractLookup = (uid: string, schema: z.ZodType) => Contract;

type ReferenceField = FieldOfKind<'one' | 'many' | 'referencedBy'>;

const placedByIn = (field: ReferenceField): readonly string[] => {
  const where = field.kind === 'many' && field.where !== undefined ? [field.where.attribute] : [];
  const sort = field.sort.map((key) => key.replace(/^-/, ''));
  // A document's id stays the same for as long as it is there.
  return [...new Set([...where, ...sort])].filter((name) => name !== 'documentId').sort();
};

/**
 * Compiles contracts when they are first asked for.
 *
 * @param onCompiled is told of each one that was not known before
 */
export const contractsOf = (
  models: ModelLookup,
  slotMemory: SlotMemory,
  links: LinkAddresses,
  settingOf: (name: SettingName) => unknown,
  onCompiled: (contract: Contract) => void = () => undefined,
): ContractLookup => {
  const known = new WeakMap<z.ZodType, Map<string, Contract>>();
  let count = 0;

  /** Files are part of what shows them; what remembers slots is read as a whole. */
  const isReference = (field: PlanField): field is ReferenceField =>
    (field.kind === 'one' || field.kind === 'many' || field.kind === 'referencedBy') &&
    field.plan.uid.includes('::') &&
    field.plan.uid !== MEDIA_UID &&
    slotMemory.attributeOf(models(field.plan.uid)) === null;

  const find = (
    uid: string,
    schema: z.ZodType,
    placedBy: readonly string[],
    make: () => Contract,
  ): Contract => {
    const ofSchema = known.get(schema) ?? new Map<string, Contract>();
    known.set(schema, ofSchema);
    const place = [uid, ...placedBy].join(' ');
    const contract = ofSchema.get(place) ?? make();
    ofSchema.set(place, contract);
    return contract;
  };

  const fromPlan = (plan: ReadPlan, placedBy: readonly string[]): Contract => ({
    key: `#${(count += 1)}`,
    uid: plan.uid,
    plan,
    dependencies: dependenciesOf(plan),
    embedded: embeddedIn(plan),
    parameters: parametersOf(plan),
    placedBy,
    references: new Map(
      plansIn(plan, isReference).flatMap(({ fields }) =>
        fields.filter(isReference).map((field) => {
          const by = placedByIn(field);
          const { uid, form } = field.plan;
          return [field, find(uid, form, by, () => fromPlan(field.plan, by))] as const;
        }),
      ),
    ),
  });

  return (uid, schema) =>
    find(uid, schema, [], () => {
      const contract = fromPlan(compilePlan(models, uid, schema, slotMemory, links, settingOf), []);
      onCompiled(contract);
      return contract;
    });
};
