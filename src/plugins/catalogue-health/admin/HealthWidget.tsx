import { Link } from 'react-router-dom';
import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { HEALTH } from './addresses';
import { GroupList } from './GroupList';
import { useTexts } from './texts';
import { useHealth } from './use-health';

const MOST = 4;

/** On the home page: what hinders most. */
export const HealthWidget = () => {
  const text = useTexts();
  const { health } = useHealth();
  if (health === undefined) return <Widget.Loading />;
  if (health === null) return <Widget.Error />;
  const hindrances = health.groups.filter(({ severity }) => severity === 'hindrance');
  if (hindrances.length === 0) {
    return <Widget.NoData>{text('catalogue-health.fine')}</Widget.NoData>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <GroupList groups={hindrances} most={MOST} />
      <Typography tag={Link} to={HEALTH} textColor="primary600">
        {text('catalogue-health.widget.all')}
      </Typography>
    </Flex>
  );
};
