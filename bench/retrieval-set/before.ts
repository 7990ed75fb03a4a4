/**
 * nDCG@10 of the previous version for the same pages and questions, computed from its embedding, word weights and
 * fusion: one slice per page, without the name of the document.
 */
export const previousScores: Record<string, { meaning: number; 'full text': number; hybrid: number }> = {
  English: { meaning: 0.546, 'full text': 0.479, hybrid: 0.616 },
  Chinese: { meaning: 0, 'full text': 0.45, hybrid: 0.452 },
  'English about Chinese': { meaning: 0, 'full text': 0, hybrid: 0 },
  'Chinese about English': { meaning: 0, 'full text': 0, hybrid: 0 },
  all: { meaning: 0.225, 'full text': 0.356, hybrid: 0.413 },
}
