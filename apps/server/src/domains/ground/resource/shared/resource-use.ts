/** A use of one resource by another: in its draft, in its published version, or in both. */
export interface ResourceUse {
  usedId: string
  userId: string
  inDraft: boolean
  inPublished: boolean
}
/** A channel on which people reach a published resource. */
export interface Channel {
  id: string
  en: string
  zh: string
}

/** Merges the uses found in drafts and in publications: one entry per user and used resource. */
export function mergeUses(found: ResourceUse[]): ResourceUse[] {
  const uses = new Map<string, ResourceUse>()
  for (const use of found) {
    const key = `${use.usedId} ${use.userId}`
    const known = uses.get(key)
    uses.set(key, {
      ...use,
      inDraft: use.inDraft || known?.inDraft === true,
      inPublished: use.inPublished || known?.inPublished === true,
    })
  }
  return [...uses.values()]
}
