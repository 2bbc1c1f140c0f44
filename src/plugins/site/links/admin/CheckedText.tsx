import type { ReactNode } from 'react';
import { Field, TextInput, Box, Typography } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { HintAndError, useFreshField, type CustomInputProps } from '#platform/admin/custom-input';
import { useLanguage } from '#feature/admin/texts';
import { findAddressProblem, isSite, addressMessages, siteMessage } from '../address';
import { linkables } from '#catalogue/links/linkables';
import { buildAddress, findPatternProblem, patternMessages } from '../pattern';
import { useTexts } from './texts';

type CheckedTextProps = CustomInputProps & {
  /** Returns the error of a text in the user's language; undefined if it is valid. */
  problemOf: (written: string) => string | undefined;
  /** Content shown below the text. */
  below?: (written: string) => ReactNode;
};

/** Edits a line of text and validates it during input. */
export const CheckedText = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
  problemOf,
  below,
}: CheckedTextProps) => {
  const { value, error, onChange } = useFreshField<string | null>(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const written = value ?? '';
  return (
    <Field.Root
      name={name}
      id={name}
      error={problemOf(written) ?? error}
      hint={hint}
      required={required ?? false}
    >
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={ref}
        placeholder={placeholder}
        disabled={disabled}
        value={written}
        onChange={(event) => {
          const next = event.target.value.trim();
          onChange(name, next === '' ? null : next);
        }}
      />
      {below?.(written)}
      <HintAndError name={name} hint={hint} error={problemOf(written) ?? error} />
    </Field.Root>
  );
};

/**
 * Returns a function that checks an address and returns its error in the user's language; undefined
 * if it is valid.
 */
export const useAddressProblem = (): ((address: string) => string | undefined) => {
  const language = useLanguage();
  return (address) => {
    const problem = address === '' ? null : findAddressProblem(address);
    return problem === null ? undefined : addressMessages[problem][language];
  };
};

export const AddressInput = (props: CustomInputProps) => (
  <CheckedText {...props} problemOf={useAddressProblem()} />
);

/** Edits an address pattern and shows an example address below it. */
export const PatternInput = (props: CustomInputProps) => {
  const text = useTexts();
  const language = useLanguage();
  const hasType = linkables.some(
    (linkable) => linkable.patternAttribute === props.name && linkable.hasType,
  );
  const getPatternMessage = (written: string): string | undefined => {
    const problem = written === '' ? null : findPatternProblem(written, hasType);
    return problem === null ? undefined : patternMessages[problem][language];
  };
  const buildExample = (written: string): string =>
    buildAddress(written, {
      slug: { en: 'its-slug', es: 'su-slug' }[language],
      lang: language,
      type: { en: 'its-type', es: 'su-tipo' }[language],
    });
  const renderExample = (written: string): ReactNode => (
    <Box aria-live="polite">
      {written !== '' && getPatternMessage(written) === undefined && (
        <Typography variant="pi" textColor="neutral800" data-pattern-example>
          {text('links.pattern.example', { address: buildExample(written) })}
        </Typography>
      )}
    </Box>
  );
  return <CheckedText {...props} problemOf={getPatternMessage} below={renderExample} />;
};

/** Edits the address of a web site, without a path. */
export const SiteInput = (props: CustomInputProps) => {
  const language = useLanguage();
  const getSiteMessage = (written: string): string | undefined =>
    written === '' || isSite(written) ? undefined : siteMessage[language];
  return <CheckedText {...props} problemOf={getSiteMessage} />;
};
