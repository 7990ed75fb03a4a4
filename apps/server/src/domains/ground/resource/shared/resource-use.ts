/** One resource uses another: in its draft, in what it has published, or in both. */
export interface ResourceUse {
  usedId: string
  userId: string
  inDraft: boolean
  inPublished: boolean
}
/** A place where people reach a published resource. */
export interface Channel {
  id: string
  en: string
  zh: string
}

/** One entry for each user and what it uses, from what was found in drafts and in publications. */
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
