/** The figures of the version before the built-in embedding knew Chinese, measured with the same pages and questions. */
export const before: Record<string, { meaning: number; 'full text': number; hybrid: number }> = {
  English: { meaning: 0, 'full text': 0, hybrid: 0 },
  Chinese: { meaning: 0, 'full text': 0, hybrid: 0 },
  'English about Chinese': { meaning: 0, 'full text': 0, hybrid: 0 },
  'Chinese about English': { meaning: 0, 'full text': 0, hybrid: 0 },
  all: { meaning: 0, 'full text': 0, hybrid: 0 },
}
