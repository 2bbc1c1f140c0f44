import { Box, Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useTexts } from './texts';
import { UseList, usesThat } from './UseList';
import { useUses } from './use-uses';

/** Beside an entry's form: what shows it to visitors, and which drafts name it. */
export const UsedPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  const uses = useUses({
    model,
    documentIds: documentId === undefined || document === undefined ? [] : [documentId],
    locales: typeof locale === 'string' ? [locale] : null,
    removal: 'delete',
  });
  const [of] = uses ?? [];
  if (of === undefined) return null;
  const shows = usesThat(of, 'shows', true);
  const drafts = usesThat(of, 'shows', false);
  if (shows.count + drafts.count === 0) return null;
  return {
    title: text('usage.panel.title'),
    content: (
      <Flex direction="column" alignItems="stretch" gap={4} width="100%">
        {shows.count > 0 && <UseList {...shows} />}
        {drafts.count > 0 && (
          <Box data-drafts>
            <Typography tag="p" textColor="neutral600" variant="pi">
              {text('usage.panel.drafts')}
            </Typography>
            <Box paddingTop={2}>
              <UseList {...drafts} />
            </Box>
          </Box>
        )}
      </Flex>
    ),
  };
};
