const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Words as a reader sees them, also where no spaces part them, and what is between them. */
export const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
