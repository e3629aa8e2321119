// The reader's language, and the locale for their numbers, amounts and times.

export const reader: { language: string; locale: string | undefined } = {
  language: 'en',
  /** Undefined is the browser's own. */
  locale: undefined,
};
