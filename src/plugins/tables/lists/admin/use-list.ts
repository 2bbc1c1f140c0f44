import { useParams } from 'react-router-dom';
import { useQueryParams } from '@strapi/strapi/admin';

/** Query parameters of a list's address. */
export type ListQuery = {
  page?: string;
  pageSize?: string;
  question?: string;
  /** Words that the entries contain. */
  _q?: string;
  plugins?: { i18n?: { locale?: string } };
};

/** Returns the open list; `model` is empty if there is none. */
export const useList = () => {
  const { slug: model = '' } = useParams();
  const [{ query }, setQuery] = useQueryParams<ListQuery>();
  return { model, query, setQuery };
};
