import type { Forms } from '#feature/admin/panel';
import type { PublishingRules } from '#feature/publishing-rules';
import type { RuleSet } from '../evaluate';
import {
  createFieldLookup,
  createLabelLookup,
  type FieldOf,
  type LabelOf,
  type AttributeShape,
  type Shapes,
} from '../models';
import { useMemo } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';

type RuleStore = {
  byType: ReadonlyMap<string, PublishingRules>;
  labelOf: LabelOf;
  fieldOf: FieldOf;
  titles: ReadonlyMap<string, string>;
};

let store: RuleStore | undefined;

/** Stores the rules and the labels of fields. Called once when the panel starts. */
export const storeRules = ({ layouts, publishingRules }: Forms): void => {
  store = {
    byType: new Map(publishingRules.map((rules) => [rules.uid, rules])),
    labelOf: createLabelLookup(layouts),
    fieldOf: createFieldLookup(layouts),
    titles: new Map(layouts.map(({ uid, title }) => [uid, title])),
  };
};

export const getFormLabels = (): LabelOf => store?.labelOf ?? createLabelLookup([]);

/** Returns the rules of a type; undefined if it has none. */
export const findRules = (model: string): Omit<RuleSet, 'shapes'> | undefined => {
  const publishingRules = store?.byType.get(model);
  if (store === undefined || publishingRules === undefined) return undefined;
  const { labelOf, fieldOf, titles } = store;
  return { publishingRules, labelOf, fieldOf, title: titles.get(model) ?? 'title' };
};

type Attributes = Readonly<Record<string, AttributeShape | undefined>>;

/** Returns the models of the open form and its components. */
export const useShapes = (model: string): Shapes => {
  const { contentType, components } = useContentManagerContext();
  return useMemo<Shapes>(() => {
    const componentModels = components as Readonly<
      Record<string, { attributes: Attributes } | undefined>
    >;
    return (uid) => (uid === model ? contentType?.attributes : componentModels[uid]?.attributes);
  }, [components, contentType, model]);
};
