import { useEffect, useState } from 'react';
import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { HintAndError, type CustomInputProps, useFreshField } from '#platform/admin/custom-input';
import { useTexts } from './texts';

type Language = { code: string; name: string; isDefault: boolean };

const useLanguages = (): readonly Language[] | undefined => {
  const { get } = useFetchClient();
  const [languages, setLanguages] = useState<readonly Language[]>();
  useEffect(() => {
    const controller = new AbortController();
    get<Language[]>('/i18n/locales', { signal: controller.signal }).then(
      ({ data }) => setLanguages(data.filter(({ isDefault }) => !isDefault)),
      // The chosen language is shown anyway, and the server validates it.
      () => undefined,
    );
    return () => controller.abort();
  }, [get]);
  return languages;
};

/** Selects one of the site's languages except the default, which the entry's own fields hold. */
export const LanguageInput = ({
  name = '',
  label,
  hint,
  required = false,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const { value, error, onChange } = useFreshField<string | null>(name);
  const languages = useLanguages();
  const chosen = value ?? '';
  const isKnown = languages?.some(({ code }) => code === chosen) === true;
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        aria-label={label}
        disabled={disabled}
        placeholder={text('translations.language.choose')}
        value={chosen}
        onChange={(code) => onChange(name, String(code))}
      >
        {chosen !== '' && !isKnown && (
          <SingleSelectOption value={chosen}>
            {languages === undefined
              ? chosen
              : text('translations.language.unknown', { language: chosen })}
          </SingleSelectOption>
        )}
        {(languages ?? []).map((language) => (
          <SingleSelectOption key={language.code} value={language.code}>
            {language.name}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <HintAndError name={name} hint={hint} error={error} />
    </Field.Root>
  );
};
