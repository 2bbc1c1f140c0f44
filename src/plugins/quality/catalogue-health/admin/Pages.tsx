import { Button, Flex, Typography } from '@strapi/design-system';
import { useTexts } from './texts';

/** Which part of a long list is shown, and the ways to the parts before and after it. */
export const Pages = ({
  page,
  size,
  shown,
  total,
  onTurn,
}: {
  page: number;
  /** As many as a page has. */
  size: number;
  /** As many as this one has. */
  shown: number;
  total: number;
  onTurn: (page: number) => void;
}) => {
  const text = useTexts();
  const from = (page - 1) * size;
  return (
    <Flex gap={4} justifyContent="flex-end">
      <Typography textColor="neutral600">
        {text('catalogue-health.of', { from: from + 1, to: from + shown, total })}
      </Typography>
      <Button variant="tertiary" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {text('catalogue-health.before')}
      </Button>
      <Button variant="tertiary" disabled={from + shown >= total} onClick={() => onTurn(page + 1)}>
        {text('catalogue-health.after')}
      </Button>
    </Flex>
  );
};
