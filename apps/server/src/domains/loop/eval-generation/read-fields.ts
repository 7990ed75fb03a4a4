/** Reads the text fields of a JSON object from an answer of a model, even if other text surrounds the object. */
export function readFields(answer: string): Record<string, string> | undefined {
  const [from, to] = [answer.indexOf('{'), answer.lastIndexOf('}')]
  if (from < 0 || to < from) return undefined
  try {
    const value = JSON.parse(answer.slice(from, to + 1)) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
    )
  } catch {
    return undefined
  }
}
