import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useFetchClient, useForm } from '@strapi/strapi/admin';
import { usePanelLocale } from '#platform/admin/named-languages';

const POSITION = 'order';

type Values = Readonly<Record<string, unknown>>;

/**
 * Sets the position of a new entry to the end of its list after the first edit. An untouched form
 * would otherwise ask for confirmation when the user leaves. A position that the user has typed is
 * kept.
 */
export const PositionAtEnd = () => {
  const { model, id } = useContentManagerContext();
  const { get } = useFetchClient();
  const locale = usePanelLocale();
  const change = useForm('PositionAtEnd', (form) => form.onChange);
  const isNew = useForm(
    'PositionAtEnd',
    (form) => (form.initialValues as Values).documentId === undefined,
  );
  const isWanted = useForm('PositionAtEnd', (form) => {
    const [values, initial] = [form.values as Values, form.initialValues as Values];
    return form.modified && POSITION in initial && values[POSITION] === initial[POSITION];
  });
  const isAsked = useRef(false);
  const documentId = id === 'create' ? undefined : id;

  useEffect(() => {
    if (!isNew || !isWanted || isAsked.current) return;
    isAsked.current = true;
    get<{ data: number | null }>(`/ordering/next/${model}`, {
      params: { documentId, locale },
    }).then(
      ({ data }) => {
        if (data.data !== null) change(POSITION, data.data);
      },
      // The initial position of the form is valid as well.
      () => undefined,
    );
  }, [isNew, isWanted, model, documentId, locale, get, change]);

  return null;
};
