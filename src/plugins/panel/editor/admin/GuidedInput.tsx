import type { ComponentProps } from 'react';
import { Box } from '@strapi/design-system';
import { InputRenderer, useField } from '@strapi/strapi/admin';
import { KeptHint } from '../../../../feature/admin/HintAndError';
import { useSlug } from './use-slug';

type InputProps = ComponentProps<typeof InputRenderer>;

/** What the form hands over; Strapi's types promise none of it. */
type Handed = { name?: string; hint?: string; attribute?: { enum?: readonly string[] } };

/** What Strapi's own form takes away before it comes to an input. */
const needless = ['unique', 'mainField'];

const inputPropsOf = (handed: Handed): InputProps => {
  const taken = Object.entries(handed).filter(([name]) => !needless.includes(name));
  const options = handed.attribute?.enum?.map((value) => ({ value }));
  // Whatever the type is, its input gets what the form has for one of this type.
  return { ...Object.fromEntries(taken), ...(options && { options }) } as InputProps;
};

/** Strapi's own input, whose hint stays when it says what is wrong; Strapi puts one in the place of the other. */
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
