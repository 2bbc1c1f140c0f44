import { useLanguage } from '../../../../feature/admin/texts';
import { DownloadButton } from '../../../../platform/admin/DownloadButton';
import { useTexts } from './texts';

/** Exports all filtered entries as a file. */
export const ExportButton = ({ query }: { query: Readonly<Record<string, string>> }) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <DownloadButton
      label={text('audit.export')}
      failure={text('audit.export.failed')}
      address="/audit/entries.csv"
      params={{ ...query, language }}
      file="audit-log.csv"
    />
  );
};
