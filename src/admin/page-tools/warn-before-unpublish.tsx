import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { ShownOnList } from './ShownOnList';
import { useShownOn } from './shown-on';

/**
 * Strapi's unpublish action with a question before it where published pages show the entry: it
 * disappears from them until it is published again.
 */
export const warnBeforeUnpublish = (
  Unpublish: DocumentActionComponent,
): DocumentActionComponent => {
  const Warning: DocumentActionComponent = (props) => {
    const { formatMessage } = useIntl();
    const pages = useShownOn(props.model, props.documentId);
    const action = Unpublish(props);
    if (!action || action.disabled || pages.length === 0) return action;

    const asked = action.dialog?.type === 'dialog' ? action.dialog : undefined;
    return {
      ...action,
      onClick: undefined,
      dialog: {
        type: 'dialog',
        title: formatMessage({
          id: 'page-tools.unpublish.title',
          defaultMessage: 'This entry is shown on published pages',
        }),
        content: (
          <Flex direction="column" alignItems="flex-start" gap={3}>
            <Typography>
              {formatMessage({
                id: 'page-tools.unpublish.text',
                defaultMessage:
                  'It disappears from them and comes back, in its place, when it is published again.',
              })}
            </Typography>
            <ShownOnList pages={pages} />
            {asked?.content}
          </Flex>
        ),
        onConfirm: async () => {
          await (asked?.onConfirm ?? (() => action.onClick?.({} as React.SyntheticEvent)))();
        },
      },
    };
  };
  return Object.assign(Warning, { type: Unpublish.type, position: Unpublish.position });
};
