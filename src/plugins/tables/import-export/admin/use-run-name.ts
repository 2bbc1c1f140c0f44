import { useIntl } from 'react-intl';
import type { ListedRun } from '../runs';
import { useTexts } from './texts';

/** Returns a function that names an import or export. */
export const useRunName = (): ((run: Pick<ListedRun, 'kind' | 'type' | 'file'>) => string) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return ({ kind, type, file }) =>
    text(`import-export.run.${kind}`, {
      type: formatMessage({ id: type, defaultMessage: type }),
      file,
    });
};
