import { Box, Field, Typography } from '@strapi/design-system';

type KeptHintProps = { name: string; hint: string | undefined; error: unknown };

/** A field's hint while the field says what is wrong; the design system puts one in the place of the other. */
export const KeptHint = ({ name, hint = '', error }: KeptHintProps) =>
  error === undefined || error === '' || hint === '' ? null : (
    <Box paddingTop={1}>
      <Typography variant="pi" textColor="neutral600" data-hint={name}>
        {hint}
      </Typography>
    </Box>
  );

/** What stands below the input of a custom field: its hint, and what is wrong with it. */
export const HintAndError = (props: KeptHintProps) => (
  <>
    <Field.Hint />
    <Field.Error />
    <KeptHint {...props} />
  </>
);
