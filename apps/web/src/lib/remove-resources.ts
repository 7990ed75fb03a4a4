import { api } from './api.ts'

const MAX_PER_CALL = 200

/** Deletes resources and folders of a space; returns those that could not be deleted, each with the reason. */
export async function removeMany(spaceId: string, ids: readonly string[]): Promise<{ id: string; reason: string }[]> {
  const failed: { id: string; reason: string }[] = []
  for (let at = 0; at < ids.length; at += MAX_PER_CALL) {
    const part = { space_id: spaceId, ids: ids.slice(at, at + MAX_PER_CALL) }
    failed.push(...(await api.bundle.removeMany(part)).failed)
  }
  return failed
}

/** Deletes one resource of any kind, or throws the reason why it cannot be deleted. */
export async function removeResource(spaceId: string, id: string): Promise<void> {
  const [failed] = await removeMany(spaceId, [id])
  if (failed) throw new Error(failed.reason)
}
