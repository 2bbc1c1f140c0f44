import type { CustomInputProps } from '../../../../platform/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import { isSite } from '../address';
import { siteMessage } from '../messages';
import { CheckedText } from './CheckedText';

/** Edits the address of a web site, without a path. */
export const SiteInput = (props: CustomInputProps) => {
  const language = useLanguage();
  const problemOf = (written: string): string | undefined =>
    written === '' || isSite(written) ? undefined : siteMessage[language];
  return <CheckedText {...props} problemOf={problemOf} />;
};
