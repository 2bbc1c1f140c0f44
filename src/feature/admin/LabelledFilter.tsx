import type { ReactNode } from 'react';
import { Box, Field } from '@strapi/design-system';

/** A filter of a list with its label. */
export const LabelledFilter = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box style={{ flex: '1 1 16rem', minWidth: 0 }}>
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      {children}
    </Field.Root>
  </Box>
);
