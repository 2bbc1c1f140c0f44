import * as React from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

export type ShowingPage = {
  uid: string;
  documentId: string;
  locale: string;
  page: string;
  vertical: string | null;
};

/** The types that pages show; asking for others would only cost a request. */
const shownTypes = new Set([
  'api::product.product',
  'api::channel.channel',
  'api::series.series',
  'api::live.live',
  'api::category.category',
]);

/** Whether pages show entries of this type at all. */
export const isShownOnPages = (model: string): boolean => shownTypes.has(model);

const keyOf = ({ uid, documentId, locale }: ShowingPage): string =>
  `${uid} ${documentId} ${locale}`;

/** Each page once, however many of the entries it shows. */
const distinct = (pages: readonly ShowingPage[]): ShowingPage[] => [
  ...new Map(pages.map((page) => [keyOf(page), page])).values(),
];

/** The published pages on which entries have a place. Undefined while that is not known. */
export const useShownOn = (
  model: string,
  documentIds: readonly string[],
): ShowingPage[] | undefined => {
  const { get } = useFetchClient();
  const [pages, setPages] = React.useState<ShowingPage[]>();
  const wanted = isShownOnPages(model) ? documentIds.join(' ') : '';
  React.useEffect(() => {
    setPages(undefined);
    if (wanted === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const load = (documentId: string): Promise<ShowingPage[]> =>
      get<{ data: ShowingPage[] }>(`/pages/shown-on/${model}/${documentId}`, { signal }).then(
        ({ data }) => data.data,
      );
    Promise.all(wanted.split(' ').map(load)).then(
      (found) => setPages(distinct(found.flat())),
      // Without the list an editor still works; nothing is lost that a message would help with.
      () => undefined,
    );
    return () => controller.abort();
  }, [get, model, wanted]);
  return pages;
};

/** Those of the pages that lose an entry when it is unpublished in a language, or as a whole. */
export const affected = (pages: readonly ShowingPage[], locale: unknown): ShowingPage[] =>
  pages.filter((page) => typeof locale !== 'string' || page.locale === locale);

/** Where the admin panel shows a page. */
export const pageAddress = ({ uid, documentId, locale }: ShowingPage): string =>
  `/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=${locale}`;
