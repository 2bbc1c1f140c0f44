import { Box, Flex, Typography } from '@strapi/design-system';
import { labelAnywhere } from '#feature/admin/labels';
import type { SkippedPart } from '../changes';
import { useTexts } from './texts';

/** Lists the parts of a version that could not be restored, with the reasons. */
export const SkippedParts = ({ items }: { items: readonly SkippedPart[] }) => {
  const text = useTexts();
  if (items.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography fontWeight="semiBold">{text('history.restore.left-out')}</Typography>
      <Box tag="ul">
        {items.map(({ path, reason, title }) => {
          const place = path.map((step) => (/^\d+$/.test(step) ? step : labelAnywhere(step)));
          return (
            <Typography tag="li" key={path.join('/') + String(title)}>
              {text(`history.left.${reason}`, { place: place.join(' › '), title: title ?? '' })}
            </Typography>
          );
        })}
      </Box>
    </Flex>
  );
};
