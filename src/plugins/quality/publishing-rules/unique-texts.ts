/**
 * Attributes whose text is unique among the published entries of a type and locale, in any type.
 */
export const UNIQUE_TEXTS = ['slug', 'SKU'] as const;

export type UniqueTexts = Partial<Record<(typeof UNIQUE_TEXTS)[number], string>>;
