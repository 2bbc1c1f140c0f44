import { Flex, Typography, Button, Dialog } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { useMatch } from 'react-router-dom';
import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { useIntl } from 'react-intl';
import { copyOf, NEW_FORM } from '../../../../feature/unsaved-forms';
import type { UnsavedChanges } from '../unsaved-changes';
import { labelOf } from '../../../../feature/admin/labels';
import { isHidden } from '../../../../feature/layout';
import { Conflict } from './Conflict';
import { Presence } from './Presence';
import { addressOf } from './storage';
import { useTexts } from './texts';
import { useUnsavedChanges } from './use-unsaved-changes';

type UnsavedChangesDialogProps = {
  model: string;
  typing: UnsavedChanges;
  onRestore: () => void;
  onForget: () => void;
};

/**
 * Offers earlier unsaved typing. The dialog must be answered first, so that old and new input are
 * not mixed.
 */
const UnsavedChangesDialog = ({
  model,
  typing,
  onRestore,
  onForget,
}: UnsavedChangesDialogProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  return (
    <Dialog.Root open onOpenChange={() => undefined}>
      <Dialog.Content>
        <Dialog.Header>{text('concurrent-editing.typed.title')}</Dialog.Header>
        <Dialog.Body>
          <Typography textAlign="center">
            {text('concurrent-editing.typed.text', {
              time: formatDate(typing.at, { dateStyle: 'long', timeStyle: 'short' }),
              fields: Object.keys(typing.fields)
                .filter((field) => field !== 'documentId' && !isHidden(model, field))
                .map((field) => labelOf(model, field))
                .join(', '),
            })}
          </Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Button variant="danger-light" fullWidth onClick={onForget}>
            {text('concurrent-editing.typed.forget')}
          </Button>
          <Button fullWidth onClick={onRestore}>
            {text('concurrent-editing.typed.restore')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};

/** The content manager's address of a copy's form. Its id is that of the original. */
const COPYING = '/content-manager/:collectionType/:slug/clone/:origin';

const localeOf = (document: PanelComponentProps['document']): string => {
  const own: unknown = document?.locale;
  if (typeof own === 'string') return own;
  const asked = new URLSearchParams(window.location.search).get('plugins[i18n][locale]');
  return document === undefined ? (asked ?? '') : '';
};

/** Hides the panel while nobody else is there. The content stays mounted: it stores the typing. */
const WITHOUT_NEWS = 'aside:has(> div > style + [data-alone]:last-child) { display: none; }';

type EditingProps = PanelComponentProps & { userId: string };

/** Shows who has the entry open to a user who may only read it, and therefore types nothing. */
const Reading = ({ model, documentId, document, userId }: EditingProps) => {
  if (documentId === undefined) return null;
  const address = addressOf({ userId, model, documentId, locale: localeOf(document) });
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <style>{WITHOUT_NEWS}</style>
      <Presence key={address} address={address} />
    </Flex>
  );
};

const Editing = ({ model, documentId, document, userId }: EditingProps) => {
  const text = useTexts();
  const isCopy = useMatch(COPYING) !== null;
  const isSaved = documentId !== undefined && !isCopy;
  const unsaved = documentId === undefined ? NEW_FORM : copyOf(documentId);
  const form = {
    userId,
    model,
    documentId: isSaved ? documentId : unsaved,
    locale: localeOf(document),
  };
  const version: unknown = document?.updatedAt;
  const typing = useUnsavedChanges(form, typeof version === 'string' ? version : null);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <style>{WITHOUT_NEWS}</style>
      {isSaved ? (
        <Presence key={addressOf(form)} address={addressOf(form)} />
      ) : (
        <span data-alone hidden />
      )}
      {typing.isTooLarge && (
        <Typography textColor="warning600">{text('concurrent-editing.too-large')}</Typography>
      )}
      {typing.found !== null && (
        <UnsavedChangesDialog
          model={model}
          typing={typing.found}
          onRestore={typing.restore}
          onForget={typing.throwAway}
        />
      )}
      {typing.question !== null && (
        <Conflict
          fields={typing.question.fields}
          choices={typing.question.choices}
          onChoose={typing.choose}
          onContinue={typing.settle}
        />
      )}
    </Flex>
  );
};

const WRITING = ['create', 'update'].map((verb) => `plugin::content-manager.explorer.${verb}`);

/** Shows who else has the entry open. It also stores the typing and resolves conflicts. */
export const EditingPanel: PanelComponent = (props) => {
  const text = useTexts();
  const userId = useAuth('EditingPanel', ({ user }) => user?.id);
  const isWriter = useAuth('EditingPanel', ({ permissions }) =>
    permissions.some(({ action, subject }) => subject === props.model && WRITING.includes(action)),
  );
  if (userId === undefined || props.activeTab === 'published') return null;
  const Content = isWriter ? Editing : Reading;
  return {
    title: text('concurrent-editing.title'),
    content: <Content {...props} userId={String(userId)} />,
  };
};
