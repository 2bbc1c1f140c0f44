import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { SheetType } from '../runs';

/** Returns the types that the user may export, or undefined while they load. */
export const useTypes = (): readonly SheetType[] | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [types, setTypes] = useState<readonly SheetType[]>();
  useEffect(() => {
    get<{ data: SheetType[] }>('/import-export/types').then(
      ({ data }) => setTypes(data.data),
      noticeError,
    );
  }, [get, noticeError]);
  return types;
};
