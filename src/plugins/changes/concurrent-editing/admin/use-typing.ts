import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentRefusal } from '../../../../platform/strapi/admin/document-requests';
import { copyOf, NEW_FORM } from '../../../../feature/unsaved-forms';
import { fitted, isSame, typedIn, type Typing } from '../typing';
import { browserStorage, type FormKey } from './browser-storage';
import type { Choices, ConflictField } from './Conflict';
import { clashFields, conflictFields } from './conflict-fields';
import { isNothing, lookForTyping } from './former-typing';
import { onSaves } from './saves';
import { addressOf, serverStorage } from './server-storage';
import { type Change, type Sent, useUnderway } from './underway';
import { useFormParts } from './use-form-parts';
import { useMeanwhile } from './use-meanwhile';

const EVERY_MS = 1_000;

/** Until the form has come to rest, and the longest that what is stored may take to be loaded. */
const SETTLE_MS = 100;
const PATIENCE_MS = 10_000;

const changesIn = ({ details }: DocumentRefusal): readonly Change[] | null =>
  details?.code === 'STALE_VERSION' ? (details.changes as Change[]) : null;

/**
 * Keeps what is typed into the form, every second, in this browser and at the server, until it is saved, and
 * brings it back: after a failed save at once, after a refused one by choice, after a crash when asked to.
 *
 * @param version the version that the form shows
 */
export const useTyping = (form: FormKey, version: string | null) => {
  const { values, initial, isSubmitting, change, reset } = useFormParts();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const underway = useUnderway(reset);
  const { trouble, question } = underway.state;
  const now = useRef({ values, initial });
  now.current = { values, initial };
  const isHeld = useRef(true);
  /** Nobody knows yet whether the server has something, and this browser has nothing that could be overwritten. */
  const isAlone = useRef(false);
  const kept = useRef<Typing | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const formText = addressOf(form);
  const { offer } = underway.state;
  const found = offer?.form === formText ? offer.typing : null;
  const setFound = (typing: Typing | null): void =>
    underway.change({ offer: typing === null ? null : { form: formText, typing } });
  const meanwhile = useMeanwhile({ form: formText, values, initial, change });
  /** The entry that was made of a form for a new one. */
  const made = useRef<string>();

  const typingNow = (): Typing => ({
    fields: typedIn(now.current.values, now.current.initial),
    at: Date.now(),
  });

  const forget = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    kept.current = null;
    browserStorage.forget(form, Date.now());
    serverStorage.forget(form);
  }, [formText]);

  const letGo = (): void => {
    isHeld.current = false;
    isAlone.current = false;
  };

  const keep = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    // While a save is under way, what was sent is not yet saved.
    const isUnderway = underway.now().sent?.initial === now.current.initial;
    const typing = typingNow();
    if (isHeld.current && !isUnderway) {
      if (isAlone.current && !isNothing(typing)) browserStorage.keep(form, typing);
      return;
    }
    if (isNothing(typing)) {
      if (kept.current !== null) forget();
      return;
    }
    if (kept.current !== null && isSame(kept.current.fields, typing.fields)) return;
    kept.current = typing;
    browserStorage.keep(form, typing);
    serverStorage.keep(form, typing);
  }, [formText, forget]);

  useEffect(
    () =>
      serverStorage.onSettled((address, outcome) => {
        if (address === formText) setIsTooLarge(outcome === 'too-large');
      }),
    [formText],
  );

  // What was typed here before, the later one of browser and server.
  useEffect(() => {
    isHeld.current = true;
    kept.current = null;
    made.current = undefined;
    const isBusy = (): boolean => {
      const { offer: offered, ...rest } = underway.now();
      return offered?.form === formText || Object.values(rest).some((one) => one !== null);
    };
    const begin = (typing: Typing | null): void => {
      if (isBusy()) return;
      isAlone.current = false;
      const { values: shown } = now.current;
      const fields = Object.entries(typing?.fields ?? {}).filter(
        ([name, { mine }]) => !isSame(mine, shown[name]),
      );
      if (typing !== null && fields.length > 0) {
        setFound({ ...typing, fields: Object.fromEntries(fields) });
      } else {
        letGo();
        keep();
      }
    };
    const search = lookForTyping(form, { isWanted: () => isHeld.current, onFound: begin });
    isAlone.current = search.isAlone;
    return () => {
      search.stop();
      // The form of the entry that was made offers what was typed while it was made.
      const typing = { fields: meanwhile.end(), at: Date.now() };
      if (made.current !== undefined && Object.keys(typing.fields).length > 0) {
        browserStorage.keep({ ...form, documentId: made.current }, typing);
      }
    };
  }, [formText]);

  useEffect(() => {
    timer.current ??= setTimeout(keep, EVERY_MS);
  }, [values, keep]);

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
      onSaves((event) => {
        const { model, documentId, sourceId } = event.about;
        const unsaved = sourceId === undefined ? NEW_FORM : copyOf(sourceId);
        if (model !== form.model || (documentId ?? unsaved) !== form.documentId) return;
        switch (event.kind) {
          case 'begun':
            keep();
            isHeld.current = true;
            meanwhile.begin();
            underway.change({ sent: { initial: now.current.initial, typing: typingNow() } });
            break;
          case 'done':
            underway.change({ sent: null });
            forget();
            // What was a new entry is one that has a form of its own.
            if (event.about.documentId === undefined) made.current = event.documentId;
            if (made.current === undefined) letGo();
            else isHeld.current = true;
            break;
          case 'refused': {
            const { sent } = underway.now();
            if (sent === null) break;
            const stored = event.why.details?.currentVersion;
            const changes = changesIn(event.why);
            if (changes === null) meanwhile.include(sent.typing.fields);
            underway.change({ sent: null, trouble: { sent, changes, stored } });
          }
        }
      }),
    [formText, keep, forget],
  );

  const putBack = (typing: Typing, names: readonly string[]): void => {
    for (const name of names) {
      const field = typing.fields[name];
      if (field !== undefined) change(name, fitted(field.mine, now.current.initial[name]));
    }
    letGo();
  };

  const ask = (typing: Typing, fields: readonly ConflictField[]): void => {
    const others = Object.keys(typing.fields).filter(
      (name) => !fields.some((field) => field.name === name),
    );
    underway.change({ trouble: null, question: { fields, choices: {}, typing, others } });
  };

  /** After an update that failed, Strapi takes what was sent for saved; what is wrong with a field it leaves alone. */
  const undoReset = ({ initial: shown, typing }: Sent): void => {
    const { values: newest, initial: taken } = now.current;
    if (Object.keys(typedIn(taken, shown)).length === 0) {
      // Where the entry was loaded anew in the meantime, what is stored stands in the place of what was typed.
      const lost = Object.keys(typing.fields).filter((name) => isSame(newest[name], shown[name]));
      putBack(typing, lost);
      keep();
      return;
    }
    const fields = { ...typing.fields, ...typedIn(newest, taken) };
    reset(shown);
    putBack({ ...typing, fields }, Object.keys(fields));
  };

  // What was typed is put back when the form has come to rest.
  useEffect(() => {
    if (trouble === null || isSubmitting) return undefined;
    const { sent } = trouble;
    const isReady = trouble.changes === null || version === trouble.stored;
    const settle = (): void => {
      if (trouble.changes === null) {
        underway.change({ trouble: null });
        undoReset(sent);
        return;
      }
      setFound(null);
      kept.current = null;
      const typing = { ...sent.typing, fields: { ...sent.typing.fields, ...meanwhile.end() } };
      ask(
        typing,
        conflictFields(form.model, {
          typing,
          shown: sent.initial,
          initial,
          changes: trouble.changes,
        }),
      );
    };
    const wait = setTimeout(settle, isReady ? SETTLE_MS : PATIENCE_MS);
    return () => clearTimeout(wait);
  }, [trouble, isSubmitting, initial, version]);

  return {
    found,
    question,
    isTooLarge,

    restore(): void {
      if (found === null) return;
      const clashing = Object.entries(found.fields).filter(
        ([name, { base }]) => !isSame(base, initial[name]),
      );
      setFound(null);
      if (clashing.length === 0) {
        putBack(found, Object.keys(found.fields));
        return;
      }
      ask(found, clashFields(form.model, Object.fromEntries(clashing), initial));
    },

    throwAway(): void {
      setFound(null);
      forget();
      letGo();
      // What was typed before the offer came stands in the form.
      keep();
    },

    choose(choices: Choices): void {
      if (question !== null) underway.change({ question: { ...question, choices } });
    },

    /** Puts back what is to stay of one's own, and what nobody else has touched. */
    settle(): void {
      if (question === null) return;
      const { typing, others, choices } = question;
      const [mine, theirs] = (['mine', 'theirs'] as const).map((whose) =>
        Object.keys(choices).filter((name) => choices[name] === whose),
      );
      underway.change({ question: null });
      // What was typed while the save was under way stands in the form already.
      for (const name of theirs ?? []) {
        if (!isSame(values[name], initial[name])) change(name, initial[name]);
      }
      putBack(typing, [...others, ...(mine ?? [])]);
    },
  };
};
