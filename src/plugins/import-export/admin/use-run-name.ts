import { useIntl } from 'react-intl';
import type { Run } from '../runs';
import { useTexts } from './texts';

/** What an import or export is called. */
export const useRunName = (): ((run: Run) => string) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return ({ kind, type, file }) =>
    text(`import-export.run.${kind}`, {
      type: formatMessage({ id: type, defaultMessage: type }),
      file,
    });
};
