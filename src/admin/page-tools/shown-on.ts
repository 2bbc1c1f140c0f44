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

/** The published pages on which an entry has a place. Empty while unknown. */
export const useShownOn = (model: string, documentId: string | undefined): ShowingPage[] => {
  const { get } = useFetchClient();
  const [pages, setPages] = React.useState<ShowingPage[]>([]);
  React.useEffect(() => {
    setPages([]);
    if (documentId === undefined || !shownTypes.has(model)) return undefined;
    const controller = new AbortController();
    get<{ data: ShowingPage[] }>(`/page-tools/shown-on/${model}/${documentId}`, {
      signal: controller.signal,
    }).then(
      ({ data }) => setPages(data.data),
      // Without the list an editor still works; nothing is lost that a message would help with.
      () => undefined,
    );
    return () => controller.abort();
  }, [get, model, documentId]);
  return pages;
};

/** Where the admin panel shows a page. */
export const pageAddress = ({ uid, documentId, locale }: ShowingPage): string =>
  `/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=${locale}`;
