import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import type { Health } from '../health';
import { GroupList } from './GroupList';
import { useTexts } from './texts';
import { useHealth } from './use-health';

const ScanState = ({ scannedAt, isScanning }: Health) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const words = (): string => {
    if (scannedAt === null) return text('catalogue-health.never');
    if (isScanning) return text('catalogue-health.looking');
    const time = formatDate(scannedAt, { dateStyle: 'medium', timeStyle: 'short' });
    return text('catalogue-health.looked', { time });
  };
  return (
    <Typography textColor="neutral600" role="status" data-looking={isScanning}>
      {words()}
    </Typography>
  );
};

const Groups = ({ health }: { health: Health }) => {
  const text = useTexts();
  const { groups, missingPages, unlinkedPaymentProducts, scannedAt } = health;
  const [entryErrors, warnings] = (['error', 'warning'] as const).map((severity) =>
    groups.filter((group) => group.severity === severity),
  );
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Flex direction="column" alignItems="stretch" gap={8}>
        <ScanState {...health} />
        <GroupList heading={text('catalogue-health.errors')} groups={entryErrors ?? []} canFix />
        <GroupList
          heading={text('catalogue-health.warnings')}
          groups={warnings ?? []}
          missingPages={missingPages}
          unlinkedPaymentProducts={unlinkedPaymentProducts}
          canFix
        />
        {groups.length + missingPages + unlinkedPaymentProducts === 0 && scannedAt !== null && (
          <Typography>{text('catalogue-health.fine')}</Typography>
        )}
        <Flex>
          <Typography tag={Link} to="/plugins/readiness" textColor="primary600">
            {text('catalogue-health.entries')}
          </Typography>
        </Flex>
      </Flex>
    </Box>
  );
};

/** Shows the findings; a loader while `health` is undefined. */
const Said = ({ health }: { health: Health | undefined }) => {
  const text = useTexts();
  if (health === undefined) return <Page.Loading />;
  if (!health.maySee) {
    return <Typography data-unseen>{text('catalogue-health.unseen')}</Typography>;
  }
  return <Groups health={health} />;
};

/** Shows the findings of the whole catalogue, with links to the affected entries. */
export const HealthPage = () => {
  const text = useTexts();
  const noticeError = useErrorNotice();
  const { health, lookAgain } = useHealth();
  const title = text('catalogue-health.title');
  if (health === null) return <Page.Error />;
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title}
          subtitle={text('catalogue-health.hint')}
          primaryAction={
            health?.maySee === true && (
              <Button
                variant="secondary"
                startIcon={<ArrowClockwise />}
                loading={health.isScanning}
                onClick={() => void lookAgain().catch(noticeError)}
              >
                {text('catalogue-health.again')}
              </Button>
            )
          }
        />
        <Layouts.Content>
          <Said health={health} />
        </Layouts.Content>
      </Page.Main>
    </>
  );
};
