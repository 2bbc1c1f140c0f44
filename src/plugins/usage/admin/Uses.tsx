import { Box, Flex, Typography } from '@strapi/design-system';
import type { Removal, UsesOf } from '../../../catalogue/references/uses';
import { useTexts } from './texts';
import { UseList, filterUses } from './UseList';

const Told = ({ removal, of }: { removal: Removal; of: UsesOf }) => {
  const text = useTexts();
  const shows = filterUses(of, 'shows', true);
  const drafts = filterUses(of, 'shows', false);
  const lists = filterUses(of, 'lists', true);
  const records = filterUses(of, 'records', true);
  const hasRecords = removal === 'delete' && records.count > 0;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {shows.count > 0 && (
        <Box background="warning100" borderColor="warning200" padding={4} hasRadius data-shows>
          <Typography tag="p" fontWeight="semiBold" textColor="warning700">
            {text(`usage.shows.${removal}`)}
          </Typography>
          <Box paddingTop={3}>
            <UseList {...shows} />
          </Box>
        </Box>
      )}
      {hasRecords && (
        <Box background="warning100" borderColor="warning200" padding={4} hasRadius data-records>
          <Typography tag="p" textColor="warning700">
            {text('usage.records', { count: records.count })}
          </Typography>
        </Box>
      )}
      {shows.count === 0 && !hasRecords && <Typography>{text('usage.none')}</Typography>}
      {drafts.count > 0 && (
        <Box>
          <Typography tag="p" textColor="neutral700">
            {text('usage.drafts')}
          </Typography>
          <Box paddingTop={2}>
            <UseList {...drafts} />
          </Box>
        </Box>
      )}
      {lists.count > 0 && (
        <Box>
          <Typography tag="p" textColor="neutral700">
            {text('usage.lists')}
          </Typography>
          <Box paddingTop={2}>
            <UseList {...lists} />
          </Box>
        </Box>
      )}
    </Flex>
  );
};

/** Uses of entries or files, with a heading for each if there are several. */
export const Uses = ({ removal, uses }: { removal: Removal; uses: readonly UsesOf[] }) => {
  const [only] = uses;
  if (uses.length === 1 && only !== undefined) return <Told removal={removal} of={only} />;
  const refused = uses.filter((one) =>
    [...one.uses, ...one.unnamed].some(({ hinders }) => hinders),
  );
  return refused.length === 0 ? (
    <Told removal={removal} of={{ id: '', title: null, uses: [], unnamed: [] }} />
  ) : (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {refused.map((one) => (
        <Box key={one.id} tag="section" aria-label={one.title ?? one.id}>
          <Box paddingBottom={2}>
            <Typography variant="delta" tag="h2">
              {one.title ?? one.id}
            </Typography>
          </Box>
          <Told removal={removal} of={one} />
        </Box>
      ))}
    </Flex>
  );
};
