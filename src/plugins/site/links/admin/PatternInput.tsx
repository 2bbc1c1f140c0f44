import type { ReactNode } from 'react';
import { Box, Typography } from '@strapi/design-system';
import type { CustomInputProps } from '../../../../platform/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import { linkables } from '../../../../catalogue/links/linkables';
import { buildAddress, findPatternProblem } from '../pattern';
import { patternMessages } from '../messages';
import { CheckedText } from './CheckedText';
import { useTexts } from './texts';

/** Edits an address pattern and shows an example address below it. */
export const PatternInput = (props: CustomInputProps) => {
  const text = useTexts();
  const language = useLanguage();
  const hasType = linkables.some((one) => one.patternAttribute === props.name && one.hasType);
  const problemOf = (written: string): string | undefined => {
    const problem = written === '' ? null : findPatternProblem(written, hasType);
    return problem === null ? undefined : patternMessages[problem][language];
  };
  const exampleOf = (written: string): string =>
    buildAddress(written, {
      slug: { en: 'its-slug', es: 'su-slug' }[language],
      lang: language,
      type: { en: 'its-type', es: 'su-tipo' }[language],
    });
  const below = (written: string): ReactNode => (
    <Box aria-live="polite">
      {written !== '' && problemOf(written) === undefined && (
        <Typography variant="pi" textColor="neutral800" data-pattern-example>
          {text('links.pattern.example', { address: exampleOf(written) })}
        </Typography>
      )}
    </Box>
  );
  return <CheckedText {...props} problemOf={problemOf} below={below} />;
};
