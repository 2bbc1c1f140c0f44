import { Box } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { permissions } from './permissions';
import { useTexts } from './texts';
import { UnsentMails } from './UnsentMails';

/**
 * Settings page with the whole list of unsent e-mails; the widget on the home page has little room.
 */
export const UnsentMailsPage = () => {
  const text = useTexts();
  const title = text('unsent-mails.title');
  return (
    <Page.Protect permissions={permissions}>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('unsent-mails.hint')} />
        <Layouts.Content>
          <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
            <UnsentMails />
          </Box>
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
