import { Box } from '@strapi/design-system';
import { useTexts } from './texts';

/**
 * Shows a progress bar. The design system's own bar is made for dark backgrounds: its filled part
 * is white.
 */
export const ProgressBar = ({ done, total }: { done: number; total: number }) => {
  const text = useTexts();
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <Box
      width="16rem"
      height="0.8rem"
      background="neutral200"
      hasRadius
      overflow="hidden"
      role="progressbar"
      aria-label={text('import-export.progress', { done, total })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <Box height="100%" background="primary600" style={{ width: `${100 * share}%` }} />
    </Box>
  );
};
