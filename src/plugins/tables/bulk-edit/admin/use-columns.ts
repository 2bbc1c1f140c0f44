import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { Columns } from '../edit';

/** Requests the fields of a type that the user may change in a grid; undefined while loading. */
export const useColumns = (model: string): Columns | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [columns, setColumns] = useState<Columns>();
  useEffect(() => {
    get<{ data: Columns }>(`/bulk-edit/${model}/columns`).then(
      ({ data }) => setColumns(data.data),
      noticeError,
    );
  }, [get, noticeError, model]);
  return columns;
};
