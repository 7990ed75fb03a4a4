/** The known version of the draft of each plugin. Changes are based on it. */
const knownVersions = new Map<string, number>()
const lastChanges = new Map<string, Promise<unknown>>()

export const adoptVersion = (id: string, version: number): void => void knownVersions.set(id, version)

/** Runs changes of a plugin one after the other, because each returns a new version. */
export function changePlugin<T extends { edit_version: number }>(
  id: string,
  call: (editVersion: number | undefined) => Promise<T>,
): Promise<T> {
  const before = lastChanges.get(id) ?? Promise.resolve()
  const mine = before
    .catch(() => undefined)
    .then(async () => {
      const answer = await call(knownVersions.get(id))
      knownVersions.set(id, answer.edit_version)
      return answer
    })
  lastChanges.set(id, mine)
  return mine
}
