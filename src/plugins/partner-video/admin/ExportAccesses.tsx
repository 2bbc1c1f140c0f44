import { useLocation, useParams } from 'react-router-dom';
import { useRBAC } from '@strapi/strapi/admin';
import { DownloadButton } from '../../../platform/admin/DownloadButton';
import { useTexts } from './texts';

/** Content type of accesses to partner videos. */
export const GRANT = 'plugin::partner-video.grant';

const permissions = [{ action: 'plugin::partner-video.grants.export', subject: null }];

/** Returns the list's filters and search; the export ignores its pagination. */
const filtersOf = (search: string): string => {
  const asked = [...new URLSearchParams(search)];
  return new URLSearchParams(
    asked.filter(([name]) => name === '_q' || name.startsWith('filters[')),
  ).toString();
};

const ExportButton = () => {
  const text = useTexts();
  const { search } = useLocation();
  const { allowedActions } = useRBAC(permissions);
  if (!allowedActions.canExport) return null;
  return (
    <DownloadButton
      label={text('partner-video.export')}
      failure={text('partner-video.export.failed')}
      address={`/partner-video/grants.csv?${filtersOf(search)}`}
      params={{}}
      file="partner-video-access.csv"
    />
  );
};

/**
 * Export button, which is added to every list of the content manager and renders only in the list
 * of accesses.
 */
export const ExportAccesses = () => {
  const { slug } = useParams();
  return slug === GRANT ? <ExportButton /> : null;
};
