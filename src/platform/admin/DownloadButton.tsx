import { useState } from 'react';
import { Button } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';

const save = (content: Blob, file: string): void => {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: file }).click();
  URL.revokeObjectURL(url);
};

type DownloadButtonProps = {
  label: string;
  /** Message for errors without a message of the server. */
  failure: string;
  /** URL of the endpoint that creates the file. */
  address: string;
  params: Readonly<Record<string, string>>;
  /** Name of the saved file. */
  file: string;
};

/** Requests a file from the server and saves it. A plain link would send no authentication. */
export const DownloadButton = ({ label, failure, address, params, file }: DownloadButtonProps) => {
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isBusy, setIsBusy] = useState(false);

  const download = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await get<Blob>(address, { params, responseType: 'blob' });
      save(data, file);
    } catch {
      toggleNotification({ type: 'danger', message: failure });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Button
      variant="secondary"
      startIcon={<Download />}
      loading={isBusy}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
};
