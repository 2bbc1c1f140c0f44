import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { Box, Loader, Typography } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { dashboardSections, type DashboardSection } from '../../../../feature/admin/dashboard';

const OWN = 'health';

const Section = ({ title, component }: DashboardSection) => {
  const { formatMessage } = useIntl();
  const Content = useMemo(
    () => lazy(async (): Promise<{ default: ComponentType }> => ({ default: await component() })),
    [component],
  );
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Box paddingBottom={4}>
        <Typography tag="h2" variant="beta">
          {formatMessage(title)}
        </Typography>
      </Box>
      <Suspense fallback={<Loader />}>
        <Content />
      </Suspense>
    </Box>
  );
};

/** Shows the open work of other features, such as orders to review, to users who may see it. */
export const OtherWork = () => {
  const permissions = useAuth('ToDoSections', ({ permissions: own }) => own);
  const isPermitted = ({ permissions: needed }: DashboardSection): boolean =>
    needed.some(({ action, subject }) =>
      permissions.some(
        (own) => own.action === action && ((subject ?? null) === null || own.subject === subject),
      ),
    );
  return dashboardSections()
    .filter(({ id }) => id !== OWN)
    .filter(isPermitted)
    .map((section) => <Section key={section.id} {...section} />);
};
