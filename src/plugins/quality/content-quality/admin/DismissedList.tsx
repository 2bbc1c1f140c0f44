import { useIntl } from 'react-intl';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLanguage } from '../../../../feature/admin/texts';
import type { Group, GroupKey } from '../content-quality';
import { mergeGroups } from './merge-groups';
import { useTexts } from './texts';

/** Lists dismissed findings with their reasons, each with a button to show it again if the user may. */
export const DismissedList = ({
  groups,
  onRestore,
}: {
  groups: readonly Group[];
  onRestore: (groups: readonly GroupKey[]) => Promise<void>;
}) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDate } = useIntl();
  const noticeError = useErrorNotice();
  const dismissed = mergeGroups(groups.filter(({ dismissal }) => dismissal !== null));
  if (dismissed.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography tag="h2" variant="beta">
        {text('content-quality.dismissed')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {dismissed.map(({ key, groups: own }) => {
          const title = own[0]?.title[language] ?? '';
          const dismissal = own[0]?.dismissal;
          return (
            <Flex key={key} tag="li" gap={4} alignItems="flex-start" justifyContent="space-between">
              <Flex direction="column" alignItems="flex-start" gap={1}>
                <Typography fontWeight="semiBold">{title}</Typography>
                {dismissal !== null && dismissal !== undefined && (
                  <Typography textColor="neutral600">
                    {text('content-quality.dismissed.why', {
                      by: dismissal.by,
                      until: formatDate(dismissal.until, { dateStyle: 'medium', timeZone: 'UTC' }),
                      reason: dismissal.reason,
                    })}
                  </Typography>
                )}
              </Flex>
              {own.every(({ mayDismiss }) => mayDismiss) && (
                <Button
                  size="S"
                  variant="tertiary"
                  aria-label={text('content-quality.restore.of', { title })}
                  onClick={() => void onRestore(own).catch(noticeError)}
                >
                  {text('content-quality.restore')}
                </Button>
              )}
            </Flex>
          );
        })}
      </Flex>
    </Flex>
  );
};
