import { useIntl } from 'react-intl';
import { TypedInput, type TypedReading } from '#platform/admin/TypedInput';
import { type CustomInputProps, KeptHint } from '#platform/admin/custom-input';
import { useLanguage } from '#feature/admin/texts';
import {
  numberProblemTexts,
  formatNumber,
  readNumber,
  type NumberType,
} from '#catalogue/typed-values/read-number';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Box } from '@strapi/design-system';
import { InputRenderer, useField, useForm } from '@strapi/strapi/admin';

const ambiguous = {
  en: 'This can be read in two ways. Choose the number.',
  es: 'Esto se puede leer de dos maneras. Elige el número.',
} as const;

/** Edits an integer or decimal number, typed or pasted with either decimal separator. */
export const NumberInput = (props: CustomInputProps & { type?: NumberType }) => {
  const { type = 'integer' } = props;
  const { locale } = useIntl();
  const language = useLanguage();

  const format = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const number = Number(value);
    return Number.isNaN(number) ? '' : formatNumber(number, locale);
  };

  const read = (text: string): TypedReading<number> => {
    const reading = readNumber(text, type);
    switch (reading.kind) {
      case 'empty':
        return reading;
      case 'number':
        return { kind: 'value', value: reading.number };
      case 'ambiguous':
        return {
          kind: 'ambiguous',
          problem: ambiguous[language],
          choices: reading.numbers.map((value) => ({ value, label: formatNumber(value, locale) })),
        };
      case 'wrong':
        return { kind: 'wrong', problem: numberProblemTexts[reading.problem][language] };
    }
  };

  return (
    <TypedInput
      {...props}
      read={read}
      format={format}
      inputMode={type === 'integer' ? 'numeric' : 'decimal'}
    />
  );
};

const SLUG = 'slug';

type Values = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const getTitle = ({ title, name }: Values): string => toText(title) || toText(name);

/**
 * Derives the slug of a new entry from its title until the user types another one. Clearing the
 * field derives it again. Saved slugs stay, because links lead to them.
 *
 * @param name field name; the hook does nothing for other fields than the slug
 */
const useSlug = (name: string): void => {
  const change = useForm('Slug', (form) => form.onChange);
  const title = useForm('Slug', (form) => getTitle(form.values as Values));
  const slug = useForm('Slug', (form) => toText((form.values as Values)[SLUG]));
  const saved = useForm('Slug', (form) => toText((form.initialValues as Values)[SLUG]));
  const proposedSlug = useRef('');
  const latest = useRef(slug);

  useEffect(() => {
    latest.current = slug;
  }, [slug]);

  useEffect(() => {
    const isWritten = (): boolean =>
      latest.current !== '' && latest.current !== proposedSlug.current;
    if (name !== SLUG || saved !== '' || isWritten()) return undefined;
    let isCurrent = true;
    const proposeSlug = async (): Promise<void> => {
      // The transliteration tables are large, and most forms do not need them.
      const { slugify } = await import('#catalogue/slug');
      const next = slugify(title);
      if (!isCurrent || isWritten() || next === latest.current) return;
      proposedSlug.current = next;
      change(SLUG, next);
    };
    void proposeSlug();
    return () => {
      isCurrent = false;
    };
    // The slug is no dependency: a user who has just cleared the field is about to type.
  }, [name, title, saved]);
};

type InputProps = ComponentProps<typeof InputRenderer>;

/** Props that the form passes. Strapi's types declare none of them. */
type PassedProps = { name?: string; hint?: string; attribute?: { enum?: readonly string[] } };

/** Props that Strapi's own form removes before it renders an input. */
const needless = ['unique', 'mainField'];

const buildInputProps = (handed: PassedProps): InputProps => {
  const passedProps = Object.entries(handed).filter(([name]) => !needless.includes(name));
  const options = handed.attribute?.enum?.map((value) => ({ value }));
  // The input receives the form's props for its own type.
  return { ...Object.fromEntries(passedProps), ...(options && { options }) } as InputProps;
};

/**
 * Renders Strapi's own input and keeps its hint beside an error. Strapi would replace the hint by
 * the error.
 */
export const GuidedInput = (handed: PassedProps) => {
  const { name = '', hint } = handed;
  const { error } = useField(name);
  useSlug(name);
  return (
    <Box>
      <InputRenderer {...buildInputProps(handed)} />
      <KeptHint name={name} hint={hint} error={error} />
    </Box>
  );
};
