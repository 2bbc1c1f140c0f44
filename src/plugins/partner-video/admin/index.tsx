import { Status, Typography } from '@strapi/design-system';
import { useRBAC } from '@strapi/strapi/admin';
import { useLocation, useParams } from 'react-router-dom';
import type { PanelFeature } from '#feature/admin/panel';
import { createTexts } from '#feature/admin/texts';
import { DownloadButton } from '#platform/admin/DownloadButton';
import { type Cell, type Column, replaceCells } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';

/** Content type of accesses to partner videos. */
const GRANT = 'plugin::partner-video.grant';

const permissions = [{ action: 'plugin::partner-video.grants.export', subject: null }];

/** Returns the list's filters and search; the export ignores its pagination. */
const pickFilters = (search: string): string => {
  const parameters = [...new URLSearchParams(search)];
  return new URLSearchParams(
    parameters.filter(([name]) => name === '_q' || name.startsWith('filters[')),
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
      address={`/partner-video/grants.csv?${pickFilters(search)}`}
      params={{}}
      file="partner-video-access.csv"
    />
  );
};

/**
 * Export button, which is added to every list of the content manager and renders only in the list
 * of accesses.
 */
const ExportAccesses = () => {
  const { slug } = useParams();
  return slug === GRANT ? <ExportButton /> : null;
};

const variants = {
  asked: 'secondary',
  granted: 'success',
  refused: 'neutral',
  failed: 'neutral',
  unknown: 'warning',
} as const;

type State = keyof typeof variants;

const isState = (state: string): state is State => state in variants;

/** State of an access as a coloured label. */
const GrantState = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`partner-video.state.${state}`)}
      </Typography>
    </Status>
  );
};

/**
 * Returns true for the state column of accesses. Other types may have a `state` with other values.
 */
const isGrantState = ({ name, attribute }: Column): boolean =>
  name === 'state' && attribute?.enum?.includes('asked') === true;

const renderStateCell: Cell = ({ state }) =>
  typeof state === 'string' ? <GrantState state={state} /> : null;

/**
 * Adds the export to the list of accesses to partner videos, and displays their states as labels.
 */
export const panel: PanelFeature = {
  name: 'partner-video',
  translations: { en, es },
  readOnlyTypes: [GRANT],
  bootstrap(app): void {
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'partner-video-export',
      Component: ExportAccesses,
    });
    replaceCells(app, (column) => (isGrantState(column) ? renderStateCell : undefined));
  },
};

const { useTexts } = createTexts(en);
