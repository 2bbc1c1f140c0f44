import type { Forms } from '../../../../feature/admin/panel';
import type { PublishingRules } from '../../../../feature/publishing-rules';
import type { RuleSet } from '../evaluate';
import {
  fieldsOf,
  labelsOf,
  type FieldOf,
  type LabelOf,
  type AttributeShape,
  type Shapes,
} from '../models';
import { useMemo } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';

type Known = {
  byType: ReadonlyMap<string, PublishingRules>;
  labelOf: LabelOf;
  fieldOf: FieldOf;
  titles: ReadonlyMap<string, string>;
};

let known: Known | undefined;

/** Stores the rules and the labels of fields. Called once when the panel starts. */
export const storeRules = ({ layouts, publishingRules }: Forms): void => {
  known = {
    byType: new Map(publishingRules.map((one) => [one.uid, one])),
    labelOf: labelsOf(layouts),
    fieldOf: fieldsOf(layouts),
    titles: new Map(layouts.map(({ uid, title }) => [uid, title])),
  };
};

export const formLabels = (): LabelOf => known?.labelOf ?? labelsOf([]);

/** Returns the rules of a type; undefined if it has none. */
export const rulesOf = (model: string): Omit<RuleSet, 'shapes'> | undefined => {
  const publishingRules = known?.byType.get(model);
  if (known === undefined || publishingRules === undefined) return undefined;
  const { labelOf, fieldOf, titles } = known;
  return { publishingRules, labelOf, fieldOf, title: titles.get(model) ?? 'title' };
};

type Attributes = Readonly<Record<string, AttributeShape | undefined>>;

/** Returns the models of the open form and its components. */
export const useShapes = (model: string): Shapes => {
  const { contentType, components } = useContentManagerContext();
  return useMemo<Shapes>(() => {
    const known = components as Readonly<Record<string, { attributes: Attributes } | undefined>>;
    return (uid) => (uid === model ? contentType?.attributes : known[uid]?.attributes);
  }, [components, contentType, model]);
};
