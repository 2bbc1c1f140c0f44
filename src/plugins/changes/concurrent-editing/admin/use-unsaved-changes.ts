import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentRefusal } from '#platform/strapi/admin/requests';
import { copyOf, NEW_FORM } from '#feature/unsaved-forms';
import {
  keepExistingRows,
  isSame,
  collectChangedFields,
  type UnsavedChanges,
} from '../unsaved-changes';
import {
  browserStorage,
  type FormKey,
  buildFormAddress,
  serverStorage,
  hasNoChanges,
  findUnsavedChanges,
} from './storage';
import type { Choices, ConflictField } from './Conflict';
import {
  listClashFields,
  listConflictFields,
  type Change,
  type Sent,
  usePendingSaves,
  useFormParts,
  useEditsDuringSave,
} from './pending-saves';
import { saveEvents } from './saves';

const EVERY_MS = 1_000;

/** Delay in milliseconds until the form is stable, and the timeout of loading the stored entry. */
const SETTLE_MS = 100;
const LOAD_TIMEOUT_MS = 10_000;

const getStaleChanges = ({ details }: DocumentRefusal): readonly Change[] | null =>
  details?.code === 'STALE_VERSION' ? (details.changes as Change[]) : null;

/**
 * Stores what is typed into a form every second, in this browser and at the server, until it is
 * saved. It restores the typing at once after a failed save, by choice after a conflict, and on
 * request after a crash.
 *
 * @param version version that the form shows
 */
export const useUnsavedChanges = (form: FormKey, version: string | null) => {
  const { values, initial, isSubmitting, change, reset } = useFormParts();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const pendingSaves = usePendingSaves(reset);
  const { trouble, question } = pendingSaves.state;
  const now = useRef({ values, initial });
  now.current = { values, initial };
  const isHeld = useRef(true);
  /** Form before values were restored into it, until React has drawn them. It looks unchanged. */
  const formToRestore = useRef<typeof now.current | null>(null);
  /** Whether the server's copy is unknown and this browser has none that could be overwritten. */
  const isAlone = useRef(false);
  const storedTyping = useRef<UnsavedChanges | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const formText = buildFormAddress(form);
  const { offer } = pendingSaves.state;
  const offeredTyping = offer?.form === formText ? offer.typing : null;
  const setFound = (typing: UnsavedChanges | null): void =>
    pendingSaves.change({ offer: typing === null ? null : { form: formText, typing } });
  const editsDuringSave = useEditsDuringSave({ form: formText, values, initial, change });
  /** DocumentId of the entry that a creation form has created. */
  const createdId = useRef<string>();

  const collectCurrentTyping = (): UnsavedChanges => ({
    fields: collectChangedFields(now.current.values, now.current.initial),
    at: Date.now(),
  });

  const forget = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    storedTyping.current = null;
    browserStorage.forget(form, Date.now());
    serverStorage.forget(form);
  }, [formText]);

  const releaseHold = (): void => {
    isHeld.current = false;
    isAlone.current = false;
  };

  const keep = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    // Values of a pending save are not yet saved.
    const isSaving = pendingSaves.now().sent?.initial === now.current.initial;
    const typing = collectCurrentTyping();
    if (isHeld.current && !isSaving) {
      if (isAlone.current && !hasNoChanges(typing)) browserStorage.keep(form, typing);
      return;
    }
    if (hasNoChanges(typing)) {
      if (storedTyping.current !== null) forget();
      return;
    }
    if (storedTyping.current !== null && isSame(storedTyping.current.fields, typing.fields)) return;
    storedTyping.current = typing;
    browserStorage.keep(form, typing);
    serverStorage.keep(form, typing);
  }, [formText, forget]);

  useEffect(
    () =>
      serverStorage.outcomes.add((address, outcome) => {
        if (address === formText) setIsTooLarge(outcome === 'too-large');
      }),
    [formText],
  );

  // Looks for earlier typing of this form, in the browser and at the server.
  useEffect(() => {
    isHeld.current = true;
    formToRestore.current = null;
    storedTyping.current = null;
    createdId.current = undefined;
    const isBusy = (): boolean => {
      const { offer: offered, ...rest } = pendingSaves.now();
      return offered?.form === formText || Object.values(rest).some((typing) => typing !== null);
    };
    const begin = (typing: UnsavedChanges | null): void => {
      if (isBusy()) return;
      isAlone.current = false;
      const { values: shown } = now.current;
      const fields = Object.entries(typing?.fields ?? {}).filter(
        ([name, { mine }]) => !isSame(mine, shown[name]),
      );
      if (typing !== null && fields.length > 0) {
        setFound({ ...typing, fields: Object.fromEntries(fields) });
      } else {
        releaseHold();
        keep();
      }
    };
    const search = findUnsavedChanges(form, { isWanted: () => isHeld.current, onFound: begin });
    isAlone.current = search.isAlone;
    return () => {
      search.stop();
      // The form of the created entry offers what was typed during its creation.
      const typing = { fields: editsDuringSave.end(), at: Date.now() };
      if (createdId.current !== undefined && Object.keys(typing.fields).length > 0) {
        browserStorage.keep({ ...form, documentId: createdId.current }, typing);
      }
    };
  }, [formText]);

  useEffect(() => {
    timer.current ??= setTimeout(keep, EVERY_MS);
  }, [values, keep]);

  useEffect(() => {
    const before = formToRestore.current;
    if (before === null || (before.values === values && before.initial === initial)) return;
    formToRestore.current = null;
    releaseHold();
    keep();
  }, [values, initial, keep]);

  useEffect(() => {
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [keep]);

  useEffect(
    () =>
      saveEvents.add((event) => {
        const { model, documentId, sourceId } = event.document;
        const unsaved = sourceId === undefined ? NEW_FORM : copyOf(sourceId);
        if (model !== form.model || (documentId ?? unsaved) !== form.documentId) return;
        switch (event.kind) {
          case 'begun':
            keep();
            isHeld.current = true;
            formToRestore.current = null;
            editsDuringSave.begin();
            pendingSaves.change({
              sent: { initial: now.current.initial, typing: collectCurrentTyping() },
            });
            break;
          case 'done':
            pendingSaves.change({ sent: null });
            forget();
            // A created entry has a form of its own.
            if (event.document.documentId === undefined) createdId.current = event.documentId;
            if (createdId.current === undefined) releaseHold();
            else isHeld.current = true;
            break;
          case 'refused': {
            const { sent } = pendingSaves.now();
            if (sent === null) break;
            const storedVersion = event.why.details?.currentVersion;
            const changes = getStaleChanges(event.why);
            if (changes === null) editsDuringSave.include(sent.typing.fields);
            pendingSaves.change({ sent: null, trouble: { sent, changes, stored: storedVersion } });
          }
        }
      }),
    [formText, keep, forget],
  );

  /**
   * Restores typed values. The stored copy is held until React has drawn them: a form that closes
   * before would look unchanged, and its copy would be deleted.
   */
  const restoreTyping = (
    typing: UnsavedChanges,
    names: readonly string[],
    isReset = false,
  ): void => {
    let isPending = isReset;
    for (const name of names) {
      const field = typing.fields[name];
      if (field === undefined) continue;
      const value = keepExistingRows(field.mine, now.current.initial[name]);
      isPending ||= !isSame(value, now.current.values[name]);
      change(name, value);
    }
    if (isPending) formToRestore.current = now.current;
    else releaseHold();
  };

  const ask = (typing: UnsavedChanges, fields: readonly ConflictField[]): void => {
    const others = Object.keys(typing.fields).filter(
      (name) => !fields.some((field) => field.name === name),
    );
    pendingSaves.change({ trouble: null, question: { fields, choices: {}, typing, others } });
  };

  /**
   * Restores the form after a failed update. Strapi treats the sent values as saved; after a
   * validation error it does not.
   */
  const undoReset = ({ initial: shown, typing }: Sent): void => {
    const { values: newest, initial: newInitial } = now.current;
    if (Object.keys(collectChangedFields(newInitial, shown)).length === 0) {
      // If the entry was reloaded meanwhile, stored values have replaced the typed ones.
      const lostFields = Object.keys(typing.fields).filter((name) =>
        isSame(newest[name], shown[name]),
      );
      restoreTyping(typing, lostFields);
      keep();
      return;
    }
    const fields = { ...typing.fields, ...collectChangedFields(newest, newInitial) };
    reset(shown);
    restoreTyping({ ...typing, fields }, Object.keys(fields), true);
  };

  // The typing is restored when the form is stable.
  useEffect(() => {
    if (trouble === null || isSubmitting) return undefined;
    const { sent } = trouble;
    const isReady = trouble.changes === null || version === trouble.stored;
    const settle = (): void => {
      if (trouble.changes === null) {
        pendingSaves.change({ trouble: null });
        undoReset(sent);
        return;
      }
      setFound(null);
      storedTyping.current = null;
      const typing = {
        ...sent.typing,
        fields: { ...sent.typing.fields, ...editsDuringSave.end() },
      };
      ask(
        typing,
        listConflictFields(form.model, {
          typing,
          shown: sent.initial,
          initial,
          changes: trouble.changes,
        }),
      );
    };
    const wait = setTimeout(settle, isReady ? SETTLE_MS : LOAD_TIMEOUT_MS);
    return () => clearTimeout(wait);
  }, [trouble, isSubmitting, initial, version]);

  return {
    found: offeredTyping,
    question,
    isTooLarge,

    restore(): void {
      if (offeredTyping === null) return;
      const clashing = Object.entries(offeredTyping.fields).filter(
        ([name, { base }]) => !isSame(base, initial[name]),
      );
      setFound(null);
      if (clashing.length === 0) {
        restoreTyping(offeredTyping, Object.keys(offeredTyping.fields));
        return;
      }
      ask(offeredTyping, listClashFields(form.model, Object.fromEntries(clashing), initial));
    },

    throwAway(): void {
      setFound(null);
      forget();
      releaseHold();
      // Values typed before the offer appeared are still in the form.
      keep();
    },

    choose(choices: Choices): void {
      if (question !== null) pendingSaves.change({ question: { ...question, choices } });
    },

    /** Restores the user's chosen values and the fields that nobody else has changed. */
    settle(): void {
      if (question === null) return;
      const { typing, others, choices } = question;
      const [mine, theirs] = (['mine', 'theirs'] as const).map((whose) =>
        Object.keys(choices).filter((name) => choices[name] === whose),
      );
      pendingSaves.change({ question: null });
      // Values typed during the save are already in the form.
      for (const name of theirs ?? []) {
        if (!isSame(values[name], initial[name])) change(name, initial[name]);
      }
      restoreTyping(typing, [...others, ...(mine ?? [])]);
    },
  };
};
