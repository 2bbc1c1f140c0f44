import { createContext, useContext } from 'react';
import { messagesIn, type Messages } from './messages';

/** The language of the document that is shown. */
export const Language = createContext('en');

/** The currencies of the document's business lines. */
export const Currencies = createContext<readonly string[]>([]);

/** What the page says itself, in the language of the document. */
export const useMessages = (): Messages => messagesIn(useContext(Language), useContext(Currencies));
