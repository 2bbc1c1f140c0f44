import { useIntl } from 'react-intl';
import { Box } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { permissions, title } from './rights';
import { UnsentMails } from './UnsentMails';

/** Under Settings: all of them, with the room that the home page does not have. */
export const UnsentMailsPage = () => {
  const { formatMessage } = useIntl();
  return (
    <Page.Protect permissions={permissions}>
      <Page.Title>{formatMessage(title)}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={formatMessage(title)}
          subtitle={formatMessage({
            id: 'unsent-mails.hint',
            defaultMessage:
              'The mail server has not taken these. Those given up go out only when you send them again.',
          })}
        />
        <Layouts.Content>
          <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
            <UnsentMails />
          </Box>
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
