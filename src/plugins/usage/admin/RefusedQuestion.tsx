import { useEffect, useState } from 'react';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { ModalHeading } from '../../../platform/admin/ModalHeading';
import { useTexts } from './texts';
import { Uses } from './Uses';
import { decideAboutRefusals } from '../../../platform/strapi/admin/refused-requests';
import type { Removal, UsesOf } from '../../../catalogue/references/uses';

/** A refused removal, and the function that receives the user's decision. */
type Refused = {
  removal: Removal;
  uses: readonly UsesOf[];
  decide: (insists: boolean) => void;
};

type Listener = (refused: Refused) => void;

/** Stack of listeners; dialogs can overlap, and the topmost one asks. */
const listeners: Listener[] = [];

/** @returns a function that removes the listener */
const onRefusal = (listener: Listener): (() => void) => {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
};

/**
 * Asks for confirmation after every refused removal that was not confirmed before, wherever it was
 * requested. Call it once.
 */
export const watchRefusedRemovals = (): void =>
  decideAboutRefusals('STILL_USED', { force: 'true' }, (details) => {
    const listener = listeners.at(-1);
    if (listener === undefined) return Promise.resolve(false);
    const { removal, uses } = details as Pick<Refused, 'removal' | 'uses'>;
    return new Promise((decide) => listener({ removal, uses, decide }));
  });

/**
 * Asks for confirmation after the server refused a removal: of files, and of entries in places that
 * do not ask before.
 */
export const RefusedQuestion = () => {
  const text = useTexts();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isSure, setIsSure] = useState(false);

  useEffect(
    () =>
      onRefusal((one) => {
        setIsSure(false);
        setRefused(one);
      }),
    [],
  );

  if (refused === null) return null;
  const decide = (insists: boolean): void => {
    setRefused(null);
    refused.decide(insists);
  };
  return (
    <Modal.Root open onOpenChange={() => decide(false)}>
      <Modal.Content>
        <ModalHeading>{text('usage.refused.title')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-usage-question>
            <Uses removal={refused.removal} uses={refused.uses} />
            {isSure && (
              <Typography role="alert" fontWeight="semiBold" textColor="danger700">
                {text('usage.refused.warning')}
              </Typography>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="space-between">
          <Button variant="tertiary" onClick={() => decide(false)}>
            {text('usage.cancel')}
          </Button>
          {isSure ? (
            <Button key="sure" variant="danger" onClick={() => decide(true)}>
              {text('usage.refused.sure')}
            </Button>
          ) : (
            <Button key="force" variant="danger-light" onClick={() => setIsSure(true)}>
              {text('usage.refused.force')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
