/** The known version of the draft of each plugin. Changes are based on it. */
const seen = new Map<string, number>()
const waiting = new Map<string, Promise<unknown>>()

export const adoptVersion = (id: string, version: number): void => void seen.set(id, version)

/** Runs changes of a plugin one after the other, because each returns a new version. */
export function changePlugin<T extends { edit_version: number }>(
  id: string,
  call: (editVersion: number | undefined) => Promise<T>,
): Promise<T> {
  const before = waiting.get(id) ?? Promise.resolve()
  const mine = before
    .catch(() => undefined)
    .then(async () => {
      const answer = await call(seen.get(id))
      seen.set(id, answer.edit_version)
      return answer
    })
  waiting.set(id, mine)
  return mine
}
