import { useEffect, useRef } from 'react';
import { Typography } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useFetchClient, useForm } from '@strapi/strapi/admin';
import { startingValues, type Attributes } from '../form-model';
import { useTexts } from './texts';

type Values = Readonly<Record<string, unknown>>;

type Components = Readonly<Record<string, { attributes: Attributes } | undefined>>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Fills in a new language version with the values of its source, texts excepted. It does so at the
 * first edit: an untouched form would otherwise ask for confirmation when the user leaves.
 */
export const StartFromSource = ({ source, locale }: { source: string; locale: string }) => {
  const text = useTexts();
  const { model, id, collectionType, contentType, components } = useContentManagerContext();
  const { get } = useFetchClient();
  const change = useForm('StartFromSource', (form) => form.onChange);
  const getValues = useForm('StartFromSource', (form) => form.getValues);
  const initial = useForm('StartFromSource', (form) => form.initialValues as Values);
  const isModified = useForm('StartFromSource', (form) => form.modified);
  const isFilled = useRef(false);

  useEffect(() => {
    if (!isModified || isFilled.current || contentType === undefined) return;
    isFilled.current = true;
    const known = components as Components;
    const form = {
      attributes: contentType.attributes as Attributes,
      componentOf: (uid: string) => known[uid]?.attributes,
    };
    get<{ data?: Values }>(`/i18n/content-manager/get-fill-from-locale/${model}`, {
      params: { documentId: id, sourceLocale: source, targetLocale: locale, collectionType },
    }).then(
      ({ data }) => {
        const now = getValues() as Values;
        for (const [name, value] of Object.entries(startingValues(model, form, data.data ?? {}))) {
          if (isSame(now[name], initial[name])) change(name, value);
        }
      },
      // The form works without these values, and “Fill in from another locale” reports the error.
      () => undefined,
    );
  }, [isModified, contentType]);

  return (
    <Typography variant="pi" textColor="neutral600">
      {text('stale-translations.start')}
    </Typography>
  );
};
