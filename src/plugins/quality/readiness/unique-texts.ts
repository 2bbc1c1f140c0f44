/** Attributes whose text one published entry of a type may have in a language, by any type's rules. */
export const UNIQUE_TEXTS = ['slug', 'SKU'] as const;

export type UniqueTexts = Partial<Record<(typeof UNIQUE_TEXTS)[number], string>>;
