import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { readFieldError } from '#lib/field-error.ts'
import { fromSeconds } from '#lib/format.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { type LoadedDraft, refreshBotHead, refreshBotLists } from '../bot.queries.ts'
import { createDraftStore, type DraftDeps, type DraftEdit, type DraftStore } from './draft-store.ts'

interface Stashed {
  edits: DraftEdit
  version: string
}
const stashKey = (botId: string) => `draft.${botId}`

function openStore(botId: string, loaded: LoadedDraft): DraftStore {
  const deps: DraftDeps = {
    save: async (edit, version) => {
      const answer = await api.bot.updateDraft({ bot_info: { ...edit, bot_id: botId, version } })
      if (answer.check_not_pass) return { is: 'refused', reason: readFieldError(answer.check_not_pass_msg).text }
      if (edit.name !== undefined || edit.icon_uri !== undefined) void refreshBotHead(botId)
      return { is: 'saved', version: answer.version, at: Date.now(), isLive: answer.same_with_online }
    },
    load: async () => (await api.bot.getDraft({ bot_id: botId })).bot_info,
    stash: {
      write: (edits, version) => writeStored(stashKey(botId), { edits, version } satisfies Stashed),
      clear: () => writeStored(stashKey(botId), null),
    },
  }
  const savedAt = fromSeconds(loaded.bot_info.update_time).getTime()
  const store = createDraftStore(loaded.bot_info, savedAt, deps, loaded.same_with_online)
  const left = loaded.editable ? readStored<Stashed | null>(stashKey(botId), null) : null
  if (left) store.restore(left.edits, left.version)
  return store
}

/** The draft store of the page. */
export function useDraftStore(botId: string, loaded: LoadedDraft): DraftStore {
  const [store] = useState(() => openStore(botId, loaded))
  useAutosave(store, refreshBotLists)
  return store
}
