/** Some random questions if there are more than `count`, otherwise all in order. */
export function pickSuggestions(
  questions: readonly string[],
  most: number,
  random: () => number = Math.random,
): readonly string[] {
  const filled = questions.filter((question) => question.trim() !== '')
  if (filled.length <= most) return filled
  const rest = [...filled]
  return Array.from({ length: most }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}
