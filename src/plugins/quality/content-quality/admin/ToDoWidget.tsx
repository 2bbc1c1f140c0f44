import { Link } from 'react-router-dom';
import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { HEALTH } from './addresses';
import { openGroups } from './filter';
import { GroupList } from './GroupList';
import { useTexts } from './texts';
import { useHealth } from './use-health';

const MOST = 4;

/** Shows the most frequent errors on the home page, or warnings if there are no errors. */
export const HealthWidget = () => {
  const text = useTexts();
  const { health } = useHealth();
  if (health === undefined) return <Widget.Loading />;
  if (health === null) return <Widget.Error />;
  if (!health.maySee) return <Widget.NoPermissions />;
  const { missingPages, unlinkedPaymentProducts, scannedAt } = health;
  const entryErrors = openGroups(health, 'error');
  const groups = [...entryErrors, ...openGroups(health, 'warning')];
  if (groups.length + missingPages + unlinkedPaymentProducts === 0) {
    const said = scannedAt === null ? 'catalogue-health.never' : 'catalogue-health.fine';
    return <Widget.NoData>{text(said)}</Widget.NoData>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {entryErrors.length > 0 ? (
        <GroupList groups={entryErrors} most={MOST} />
      ) : (
        <>
          <Typography textColor="neutral600">{text('catalogue-health.widget.warnings')}</Typography>
          <GroupList
            groups={groups}
            missingPages={missingPages}
            unlinkedPaymentProducts={unlinkedPaymentProducts}
            most={MOST}
          />
        </>
      )}
      <Typography tag={Link} to={HEALTH} textColor="primary600">
        {text('catalogue-health.widget.all')}
      </Typography>
    </Flex>
  );
};
