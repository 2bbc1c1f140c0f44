import { useIntl } from 'react-intl';
import type { ListedRun } from '../runs';
import { useTexts } from './texts';

/** What an import or export is called. */
export const useRunName = (): ((run: Pick<ListedRun, 'kind' | 'type' | 'file'>) => string) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return ({ kind, type, file }) =>
    text(`import-export.run.${kind}`, {
      type: formatMessage({ id: type, defaultMessage: type }),
      file,
    });
};
