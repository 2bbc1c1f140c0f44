import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { ImportMode, Reading, Run, SheetFormat, SheetLayout } from '../runs';
import { runAddress } from './addresses';

/** Returns functions that start imports and exports and open the run's page. */
export const useStartRun = () => {
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async (address: string, body: object, file?: File): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: Run }>(`/import-export/${address}`, body);
      // The file is passed on, so that users can read it in another way without choosing it again.
      navigate(runAddress(data.data.id), { state: { file } });
      setIsBusy(false);
    } catch (error) {
      noticeError(error);
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    /** @param list the list's query for the server; empty: all entries */
    beginExport: (
      options: { uid: string; layout: SheetLayout; format: SheetFormat },
      list: string,
    ) => begin(list === '' ? 'exports' : `exports?${list}`, options),
    /** @param reading how to read the file; missing values are detected */
    beginImport: (uid: string, mode: ImportMode, file: File, reading: Partial<Reading> = {}) => {
      const form = new FormData();
      form.append('uid', uid);
      form.append('mode', mode);
      for (const [name, value] of Object.entries(reading)) form.append(name, value ?? '');
      form.append('file', file);
      return begin('imports', form, file);
    },
  };
};
