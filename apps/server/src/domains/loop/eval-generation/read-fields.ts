/** The texts of a JSON object in an answer of a model, also where words stand around it. */
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
