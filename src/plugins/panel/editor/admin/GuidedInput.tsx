import type { ComponentProps } from 'react';
import { Box } from '@strapi/design-system';
import { InputRenderer, useField } from '@strapi/strapi/admin';
import { KeptHint } from '../../../../platform/admin/HintAndError';
import { useSlug } from './use-slug';

type InputProps = ComponentProps<typeof InputRenderer>;

/** Props that the form passes. Strapi's types declare none of them. */
type Handed = { name?: string; hint?: string; attribute?: { enum?: readonly string[] } };

/** Props that Strapi's own form removes before it renders an input. */
const needless = ['unique', 'mainField'];

const inputPropsOf = (handed: Handed): InputProps => {
  const taken = Object.entries(handed).filter(([name]) => !needless.includes(name));
  const options = handed.attribute?.enum?.map((value) => ({ value }));
  // The input receives the form's props for its own type.
  return { ...Object.fromEntries(taken), ...(options && { options }) } as InputProps;
};

/**
 * Renders Strapi's own input and keeps its hint beside an error. Strapi would replace the hint by
 * the error.
 */
export const GuidedInput = (handed: Handed) => {
  const { name = '', hint } = handed;
  const { error } = useField(name);
  useSlug(name);
  return (
    <Box>
      <InputRenderer {...inputPropsOf(handed)} />
      <KeptHint name={name} hint={hint} error={error} />
    </Box>
  );
};
