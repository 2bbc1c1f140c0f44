import { useMemo } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import type { AttributeShape, Shapes } from '../models';

type Attributes = Readonly<Record<string, AttributeShape | undefined>>;

/** Returns the models of the open form and its components. */
export const useShapes = (model: string): Shapes => {
  const { contentType, components } = useContentManagerContext();
  return useMemo<Shapes>(() => {
    const known = components as Readonly<Record<string, { attributes: Attributes } | undefined>>;
    return (uid) => (uid === model ? contentType?.attributes : known[uid]?.attributes);
  }, [components, contentType, model]);
};
