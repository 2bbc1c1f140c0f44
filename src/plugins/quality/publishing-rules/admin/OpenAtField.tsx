import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import type { Entry, Path } from '../../../../feature/publishing-rules';
import { parseFieldSteps } from '../names';
import { revealField } from './reveal';
import { formLabels } from './rules';
import { useShapes } from './use-shapes';

const pathIn = (field: string): Path =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * Reveals the field that the form's address names (`?at=contents.2`), and expands everything around
 * it. Strapi's own parameter `field` crashes the form if another field repeats a component.
 */
export const OpenAtField = () => {
  const { model, id } = useContentManagerContext();
  const [{ query }] = useQueryParams<{ at?: string }>();
  const shapes = useShapes(model);
  const values: unknown = useForm('OpenAtField', (form) => form.values);
  const { at: field } = query;
  const opened = useRef<string>(undefined);

  useEffect(() => {
    const asked = `${model} ${id ?? ''} ${field ?? ''}`;
    const isLoaded = shapes(model) !== undefined && Object.keys(values as Entry).length > 0;
    if (field === undefined || !isLoaded || opened.current === asked) return;
    opened.current = asked;
    const path = pathIn(field);
    const labelOf = formLabels();
    void revealField(path, parseFieldSteps({ shapes, labelOf }, model, values as Entry, path));
  }, [field, model, id, shapes, values]);

  return null;
};
