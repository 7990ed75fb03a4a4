import type { BotInfo } from '@orrery/contract'
import { createAutosave, type Saved, type SaveFault } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import { type Conflict, mergeChoices, type Choices, readConflict } from './draft-conflict.ts'
import { type DraftGroup, draftGroups, pickGroups } from './draft-groups.ts'

export type DraftEdit = { [G in DraftGroup]?: BotInfo[G] } & { icon_url?: string }

export interface DraftSnapshot extends Saved<Conflict> {
  info: BotInfo
  /** Groups with unsaved edits. */
  dirty: ReadonlySet<DraftGroup>
  /** Whether the published version equals the saved draft. */
  isLive: boolean
}

/** The result of a save; the content check may reject a draft. */
export type SaveAnswer =
  | { is: 'saved'; version: string; at: number; isLive?: boolean }
  | { is: 'refused'; reason: string }

export interface DraftDeps {
  save: (edit: DraftEdit, version: string) => Promise<SaveAnswer>
  /** Loads the current draft from the server. */
  load: () => Promise<BotInfo>
  faultOf?: (error: unknown) => SaveFault
  stash: { write: (edit: DraftEdit, version: string) => void; clear: () => void }
  pause?: number
}

/**
 * The draft that a person edits. An edit replaces whole groups; changed groups are sent with the version on which they
 * are based.
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
    /** Resolves a conflict: mine or theirs for each conflicting group. The other groups are already merged. */
    resolve(choices: Choices): Promise<void> {
      const { state, info } = current()
      if (state.is !== 'conflict') return Promise.resolve()
      base = state.conflict.theirs
      put(mergeChoices(info, base, choices))
      return autosave.decided()
    },
    /** Adopts changes made by the server (a new version, agents it created), except in groups with unsaved edits. */
    adopt(info: BotInfo, isLive = false): void {
      const mine = pickGroups(current().info, current().dirty)
      base = info
      put({ ...info, ...mine })
      patch({ isLive })
      if (current().dirty.size === 0) patch({ state: { is: 'saved' } })
    },
    /**
     * Restores edits that an earlier page could not save, with the version on which they are based, so that they cannot
     * overwrite newer edits.
     */
    restore(edits: DraftEdit, version: string): void {
      base = { ...base, version }
      edit(edits)
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
