import { Box } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { permissions } from './permissions';
import { useTexts } from './texts';
import { UnsentMails } from './UnsentMails';

/** Under Settings: all of them, with the room that the home page does not have. */
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
