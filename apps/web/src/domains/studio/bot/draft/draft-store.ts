import type { BotInfo } from '@orrery/contract'
import { createAutosave, type Saved, type SaveFault } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import { type Conflict, mergeChoices, type Choices, readConflict } from './draft-conflict.ts'
import { type DraftGroup, draftGroups, pickGroups } from './draft-groups.ts'

export type DraftEdit = { [G in DraftGroup]?: BotInfo[G] } & { icon_url?: string }

export interface DraftSnapshot extends Saved<Conflict> {
  info: BotInfo
  /** Groups that the server does not have yet. */
  dirty: ReadonlySet<DraftGroup>
  /** Whether the saved draft is what people meet. */
  isLive: boolean
}

/** The content check may refuse a draft. */
export type SaveAnswer =
  | { is: 'saved'; version: string; at: number; isLive?: boolean }
  | { is: 'refused'; reason: string }

export interface DraftDeps {
  save: (edit: DraftEdit, version: string) => Promise<SaveAnswer>
  /** The draft as it is on the server now. */
  load: () => Promise<BotInfo>
  faultOf?: (error: unknown) => SaveFault
  stash: { write: (edit: DraftEdit, version: string) => void; clear: () => void }
  pause?: number
}

/**
 * The draft a person edits. Each edit replaces groups; the changed groups are sent with the version they started from.
 */
export function createDraftStore(
  first: BotInfo,
  savedAt: number,
  { save, load, stash, ...rest }: DraftDeps,
  isLive = false,
) {
  let base = first
  const { current, patch, subscribe, use } = createStore<DraftSnapshot>({
    info: first,
    dirty: new Set(),
    state: { is: 'saved' },
    savedAt,
    isLive,
  })
  const put = (info: BotInfo) =>
    patch({ info, dirty: new Set(draftGroups.filter((group) => info[group] !== base[group])) })

  const autosave = createAutosave<Conflict>(
    { current, patch },
    {
      isDirty: () => current().dirty.size > 0,
      async send() {
        const { info: sent, dirty } = current()
        const edit = pickGroups(sent, dirty)
        const answer = await save(edit, base.version)
        if (answer.is === 'refused') return answer
        base = { ...base, ...edit, icon_url: sent.icon_url, version: answer.version }
        put({ ...current().info, version: answer.version })
        patch({ isLive: answer.isLive ?? false })
        return answer
      },
      async readConflict() {
        const theirs = await load()
        return readConflict(base, current().info, theirs)
      },
      stash: {
        write: () => stash.write(pickGroups(current().info, current().dirty), base.version),
        clear: stash.clear,
      },
      ...rest,
    },
  )
  function edit(change: DraftEdit): void {
    put({ ...current().info, ...change })
    autosave.edited()
  }

  return {
    ...autosave,
    current,
    subscribe,
    use,
    edit,
    /** Mine or theirs for each conflicting group; the rest is already merged. */
    resolve(choices: Choices): Promise<void> {
      const { state, info } = current()
      if (state.is !== 'conflict') return Promise.resolve()
      base = state.conflict.theirs
      put(mergeChoices(info, base, choices))
      return autosave.decided()
    },
    /** Takes over changes made by the server (a new version, agents it created) where nothing is being edited. */
    adopt(info: BotInfo, isLive = false): void {
      const mine = pickGroups(current().info, current().dirty)
      base = info
      put({ ...info, ...mine })
      patch({ isLive })
      if (current().dirty.size === 0) patch({ state: { is: 'saved' } })
    },
    /**
     * Edits that an earlier page could not save. They carry their base version, so that they cannot overwrite newer
     * edits.
     */
    restore(edits: DraftEdit, version: string): void {
      base = { ...base, version }
      edit(edits)
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
