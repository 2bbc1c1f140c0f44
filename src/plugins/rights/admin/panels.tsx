import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';
import { useRBAC, useFetchClient, useNotification } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';

const { useTexts } = createTexts(en);

const ROLES = {
  read: [{ action: 'admin::roles.read', subject: null }],
  create: [
    { action: 'admin::roles.create', subject: null },
    { action: 'admin::roles.update', subject: null },
  ],
};

type Role = { id: number; name: string; users: number };

/** List of the roles that are limited to a business line, with a button that creates one. */
const LineRoles = ({ documentId }: { documentId: string }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const { allowedActions } = useRBAC({ create: ROLES.create });
  const [isBusy, setIsBusy] = useState(false);
  const address = `/rights/lines/${documentId}/roles`;
  const { data: roles = [], setData } = useLoaded<readonly Role[]>(address);

  const createRole = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: Role }>(address);
      setData([...roles, data.data]);
      toggleNotification({
        type: 'success',
        message: text('rights.roles.made', { name: data.data.name }),
      });
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {roles.length === 0 && (
        <Typography textColor="neutral600">{text('rights.roles.none')}</Typography>
      )}
      {roles.map(({ id, name, users }) => (
        <Flex key={id} justifyContent="space-between" gap={2}>
          <Typography
            tag={Link}
            to={`/settings/roles/${id}`}
            textColor="primary600"
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Typography>
          <Typography variant="pi" textColor="neutral600" style={{ whiteSpace: 'nowrap' }}>
            {text('rights.roles.people', { count: users })}
          </Typography>
        </Flex>
      ))}
      {allowedActions.canCreate && (
        <Button variant="secondary" size="S" loading={isBusy} onClick={() => void createRole()}>
          {text('rights.roles.make')}
        </Button>
      )}
      <Typography variant="pi" textColor="neutral600">
        {text('rights.roles.hint')}
      </Typography>
    </Flex>
  );
};

/** Side panel of a business line's form that lists the roles limited to it. */
export const LineRolesPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const { allowedActions } = useRBAC(ROLES.read);
  if (model !== BUSINESS_LINE || documentId === undefined || !allowedActions.canRead) return null;
  return { title: text('rights.roles.title'), content: <LineRoles documentId={documentId} /> };
};

/**
 * Returns why the signed-in user may not change an entry, in their language. Returns null if they
 * may, or while it is not known.
 */
const useRefusal = (address: string | null): string | null => {
  // Saving reports the same error.
  const { data, isCurrent } = useLoaded<{ refusal: string | null }>(address, { isOptional: true });
  return isCurrent ? (data?.refusal ?? null) : null;
};

/** Side panel of an entry's form that explains why the user cannot save it, before they type. */
export const LookOnlyPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  const isKnown = model.startsWith('api::') && documentId !== undefined && updatedAt !== undefined;
  const refusal = useRefusal(
    // Saving may have changed the entry's business lines.
    isKnown
      ? `/rights/entries/${model}/${documentId}?locale=${locale ?? ''}&at=${updatedAt}`
      : null,
  );
  if (refusal === null) return null;
  return {
    title: text('rights.entry.title'),
    content: (
      <Typography role="note" textColor="warning700">
        {refusal}
      </Typography>
    ),
  };
};
