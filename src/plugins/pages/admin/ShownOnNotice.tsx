import { Flex, Typography } from '@strapi/design-system';
import { ShownOnList } from './ShownOnList';
import { affected, useShownOn } from './shown-on';
import { useTexts } from './texts';

export type ShownOnNoticeProps = {
  model: string;
  documentIds: readonly string[];
  /** The language in which they are unpublished; undefined or null where they have none. */
  locale: unknown;
};

/** What unpublishing entries does to the published pages that show them. */
export const ShownOnNotice = ({ model, documentIds, locale }: ShownOnNoticeProps) => {
  const text = useTexts();
  const shownOn = useShownOn(model, documentIds);
  if (shownOn === undefined) return null;
  const pages = affected(shownOn, locale);
  if (pages.length === 0) {
    return <Typography>{text('pages.unpublish.nowhere')}</Typography>;
  }
  return (
    <Flex direction="column" alignItems="flex-start" gap={3}>
      <Typography>{text('pages.unpublish.text')}</Typography>
      <ShownOnList pages={pages} />
    </Flex>
  );
};
