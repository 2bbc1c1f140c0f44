import { type ReactNode, useState } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Box, Field, Typography } from '@strapi/design-system';

/** Properties that a form passes to a custom field's input. Strapi's types declare none of them. */
export type CustomInputProps = {
  name?: string;
  label?: string;
  hint?: string;
  labelAction?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
};

/**
 * Returns a form's field without an outdated error. Strapi keeps an error until the next save,
 * although the value has changed.
 */
export const useFreshField = <T,>(name: string) => {
  const { value, error, onChange } = useField<T>(name);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  return { value, onChange, error: Object.is(refused.value, value) ? error : undefined };
};

type KeptHintProps = { name: string; hint: string | undefined; error: unknown };

/** Shows a field's hint below its error. The design system replaces the hint by the error. */
export const KeptHint = ({ name, hint = '', error }: KeptHintProps) =>
  error === undefined || error === '' || hint === '' ? null : (
    <Box paddingTop={1}>
      <Typography variant="pi" textColor="neutral600" data-hint={name}>
        {hint}
      </Typography>
    </Box>
  );

/** Shows the hint and the error below a custom field's input. */
export const HintAndError = (props: KeptHintProps) => (
  <>
    <Field.Hint />
    <Field.Error />
    <KeptHint {...props} />
  </>
);
