import { Flex, Typography } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { useMatch } from 'react-router-dom';
import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { copyOf, NEW_FORM } from '../../../../feature/unsaved-forms';
import { Conflict } from './Conflict';
import { Presence } from './Presence';
import { addressOf } from './server-storage';
import { useTexts } from './texts';
import { UnsavedChangesDialog } from './UnsavedChangesDialog';
import { useUnsavedChanges } from './use-unsaved-changes';

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
