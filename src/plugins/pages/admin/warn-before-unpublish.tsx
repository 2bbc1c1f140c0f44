import { Flex } from '@strapi/design-system';
import type {
  BulkActionComponent,
  DocumentActionComponent,
} from '@strapi/content-manager/strapi-admin';
import { ShownOnNotice } from './ShownOnNotice';
import { affected, isShownOnPages, useShownOn } from './shown-on';
import { useTexts } from './texts';

/**
 * Strapi's unpublish action with a question before it where published pages show the entry: it
 * disappears from them until it is published again.
 */
export const warnBeforeUnpublish = (
  Unpublish: DocumentActionComponent,
): DocumentActionComponent => {
  const Warning: DocumentActionComponent = (props) => {
    const { document, documentId, model } = props;
    const locale: unknown = document?.locale;
    const text = useTexts();
    const pages = useShownOn(model, documentId === undefined ? [] : [documentId]);
    const action = Unpublish(props);
    if (!action || action.disabled || documentId === undefined) return action;
    if (affected(pages ?? [], locale).length === 0) return action;

    const asked = action.dialog?.type === 'dialog' ? action.dialog : undefined;
    return {
      ...action,
      onClick: undefined,
      dialog: {
        type: 'dialog',
        title: text('pages.unpublish.title'),
        content: (
          <Flex direction="column" alignItems="flex-start" gap={3}>
            <ShownOnNotice model={model} documentIds={[documentId]} locale={locale} />
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

/** The same for a selection in a list, which Strapi asks about in any case. */
export const warnBeforeUnpublishingMany = (Unpublish: BulkActionComponent): BulkActionComponent => {
  const Warning: BulkActionComponent = (props) => {
    const action = Unpublish(props);
    if (action?.dialog?.type !== 'dialog' || !isShownOnPages(props.model)) return action;
    return {
      ...action,
      dialog: {
        ...action.dialog,
        content: (
          <Flex direction="column" alignItems="stretch" gap={4}>
            {action.dialog.content}
            <ShownOnNotice
              model={props.model}
              documentIds={props.documents.map(({ documentId }) => documentId)}
              locale={props.documents[0]?.locale as unknown}
            />
          </Flex>
        ),
      },
    };
  };
  return Object.assign(Warning, { type: Unpublish.type });
};
