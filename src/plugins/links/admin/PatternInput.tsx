import { Box, Field, TextInput, Typography } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { useLanguage } from '../../../feature/admin/texts';
import { linkables } from '../linkable';
import { addressBy, problemOfPattern } from '../pattern';
import { patternProblems } from '../problems';
import type { InputProps } from './AddressInput';
import { useFreshField } from './field';
import { useTexts } from './texts';

/** A pattern of addresses, with an address as it makes them beneath. */
export const PatternInput = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
}: InputProps) => {
  const text = useTexts();
  const language = useLanguage();
  const { value, error, onChange } = useFreshField(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const written = value ?? '';
  const hasType = linkables.some((one) => one.patternAttribute === name && one.hasType);
  const problem = written === '' ? null : problemOfPattern(written, hasType);
  const example = addressBy(written, {
    slug: { en: 'its-slug', es: 'su-slug' }[language],
    lang: language,
    type: { en: 'its-type', es: 'su-tipo' }[language],
  });
  return (
    <Field.Root
      name={name}
      id={name}
      error={problem === null ? error : patternProblems[problem][language]}
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
      <Box aria-live="polite">
        {written !== '' && problem === null && (
          <Typography variant="pi" textColor="neutral800" data-pattern-example>
            {text('links.pattern.example', { address: example })}
          </Typography>
        )}
      </Box>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};
