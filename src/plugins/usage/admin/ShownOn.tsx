import { Box, Flex, Typography } from '@strapi/design-system';
import type { UsesOf } from '../../../catalogue/references/uses';
import { useTexts } from './texts';
import { UseList, filterUses } from './UseList';

/** List of the published entries and the drafts that show something. */
export const ShownOn = ({ of }: { of: UsesOf }) => {
  const text = useTexts();
  const shows = filterUses(of, 'shows', true);
  const drafts = filterUses(of, 'shows', false);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {shows.count > 0 && <UseList {...shows} />}
      {drafts.count > 0 && (
        <Box data-drafts>
          <Typography tag="p" textColor="neutral600" variant="pi">
            {text('usage.panel.drafts')}
          </Typography>
          <Box paddingTop={2}>
            <UseList {...drafts} />
          </Box>
        </Box>
      )}
    </Flex>
  );
};

/** Returns true if anything shows it, published or in a draft. */
export const isShown = (of: UsesOf): boolean =>
  [...of.uses, ...of.unnamed].some(({ how }) => how === 'shows');
