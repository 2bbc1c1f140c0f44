import { Box, Field, Typography } from '@strapi/design-system';

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
