import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { Button } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useFetchClient, useNotification, useRBAC } from '@strapi/strapi/admin';
import { GRANT } from './grant';
import { useTexts } from './texts';

const FILE = 'partner-video-access.csv';

const permissions = [{ action: 'plugin::partner-video.grants.export', subject: null }];

/** The list's own filters and search; its pages do not matter to a file. */
const filtersOf = (search: string): string => {
  const asked = [...new URLSearchParams(search)];
  return new URLSearchParams(
    asked.filter(([name]) => name === '_q' || name.startsWith('filters[')),
  ).toString();
};

const save = (content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: FILE });
  link.click();
  URL.revokeObjectURL(url);
};

const ExportButton = () => {
  const text = useTexts();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { search } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const { allowedActions } = useRBAC(permissions);

  const download = async () => {
    setIsBusy(true);
    try {
      const { data } = await get<Blob>(`/partner-video/grants.csv?${filtersOf(search)}`, {
        responseType: 'blob',
      });
      save(data);
    } catch {
      toggleNotification({
        type: 'danger',
        message: text('partner-video.export.failed'),
      });
    } finally {
      setIsBusy(false);
    }
  };

  if (!allowedActions.canExport) return null;
  return (
    <Button
      variant="secondary"
      startIcon={<Download />}
      loading={isBusy}
      onClick={() => void download()}
    >
      {text('partner-video.export')}
    </Button>
  );
};

/** Stands above every list of the content manager, and shows itself on that of the accesses. */
export const ExportAccesses = () => {
  const { slug } = useParams();
  return slug === GRANT ? <ExportButton /> : null;
};
