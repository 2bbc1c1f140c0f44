import { useParams } from 'react-router-dom';
import { useQueryParams } from '@strapi/strapi/admin';

/** The query of a list's address, as far as it matters here. */
export type ListQuery = {
  page?: string;
  pageSize?: string;
  question?: string;
  plugins?: { i18n?: { locale?: string } };
};

/** The list that is looked at; `model` is empty where there is none. */
export const useList = () => {
  const { slug: model = '' } = useParams();
  const [{ query, rawQuery }, setQuery] = useQueryParams<ListQuery>();
  return { model, query, rawQuery, setQuery };
};
