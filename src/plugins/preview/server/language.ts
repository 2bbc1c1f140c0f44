import { createContext, useContext } from 'react';
import { messagesIn, type Messages } from './messages';

/** The language of the document that is shown. */
export const Language = createContext('en');

/** What the page says itself, in the language of the document. */
export const useMessages = (): Messages => messagesIn(useContext(Language));
