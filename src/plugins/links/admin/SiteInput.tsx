import type { CustomInputProps } from '../../../feature/admin/custom-input';
import { useLanguage } from '../../../feature/admin/texts';
import { isSite } from '../address';
import { siteProblem } from '../problems';
import { CheckedText } from './CheckedText';

/** The address of a web site, without a path. */
export const SiteInput = (props: CustomInputProps) => {
  const language = useLanguage();
  const problemOf = (written: string): string | undefined =>
    written === '' || isSite(written) ? undefined : siteProblem[language];
  return <CheckedText {...props} problemOf={problemOf} />;
};
