const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Splits a text into words, also in scripts without spaces, and the text between them. */
export const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
