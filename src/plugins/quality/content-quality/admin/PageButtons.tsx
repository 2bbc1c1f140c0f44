import { Button, Flex, Typography } from '@strapi/design-system';
import { useTexts } from './texts';

/** Shows the position in a long list, with buttons to the previous and next page. */
export const PageButtons = ({
  page,
  size,
  shown,
  total,
  onTurn,
}: {
  page: number;
  size: number;
  /** Number of items on this page. */
  shown: number;
  total: number;
  onTurn: (page: number) => void;
}) => {
  const text = useTexts();
  const from = (page - 1) * size;
  return (
    <Flex gap={4} justifyContent="flex-end">
      <Typography textColor="neutral600">
        {text('content-quality.of', { from: from + 1, to: from + shown, total })}
      </Typography>
      <Button variant="tertiary" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {text('content-quality.before')}
      </Button>
      <Button variant="tertiary" disabled={from + shown >= total} onClick={() => onTurn(page + 1)}>
        {text('content-quality.after')}
      </Button>
    </Flex>
  );
};
