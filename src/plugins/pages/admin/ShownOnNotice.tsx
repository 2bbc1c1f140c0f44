import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { ShownOnList } from './ShownOnList';
import { affected, useShownOn } from './shown-on';

export type ShownOnNoticeProps = {
  model: string;
  documentIds: readonly string[];
  /** The language in which they are unpublished; undefined or null where they have none. */
  locale: unknown;
};

/** What unpublishing entries does to the published pages that show them. */
export const ShownOnNotice = ({ model, documentIds, locale }: ShownOnNoticeProps) => {
  const { formatMessage } = useIntl();
  const shownOn = useShownOn(model, documentIds);
  if (shownOn === undefined) return null;
  const pages = affected(shownOn, locale);
  if (pages.length === 0) {
    return (
      <Typography>
        {formatMessage({
          id: 'pages.unpublish.nowhere',
          defaultMessage: 'No published page shows it.',
        })}
      </Typography>
    );
  }
  return (
    <Flex direction="column" alignItems="flex-start" gap={3}>
      <Typography>
        {formatMessage({
          id: 'pages.unpublish.text',
          defaultMessage:
            'Published pages show it. It disappears from them and comes back, in its place, when it is published again.',
        })}
      </Typography>
      <ShownOnList pages={pages} />
    </Flex>
  );
};
