import { ApiError } from '@orrery/contract/client'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { NetworkError } from '#lib/network-error.ts'
import { type LoadedDraft, refreshBotHead, refreshBotLists } from './bot.queries.ts'
import { createDraftStore, type DraftEdit, type DraftStore } from './draft-store.ts'

interface Stashed {
  edits: DraftEdit
  version: string
}
const stashKey = (botId: string) => `draft.${botId}`

function openStore(botId: string, loaded: LoadedDraft): DraftStore {
  const store = createDraftStore(loaded.bot_info, fromSeconds(loaded.bot_info.update_time).getTime(), {
    save: async (edit, version) => {
      const answer = await api.bot.updateDraft({ bot_info: { ...edit, bot_id: botId, version } }, { quiet: true })
      if (answer.check_not_pass) return { is: 'refused', message: answer.check_not_pass_msg }
      if (edit.name !== undefined || edit.icon_uri !== undefined) void refreshBotHead(botId)
      return { is: 'saved', version: answer.version, at: Date.now() }
    },
    load: async () => (await api.bot.getDraft({ bot_id: botId }, { quiet: true })).bot_info,
    faultOf: (error) => {
      if (error instanceof NetworkError) return 'offline'
      if (error instanceof ApiError && (error.status === 502 || error.status === 503)) return 'offline'
      return error instanceof ApiError && error.status === 409 ? 'conflict' : 'other'
    },
    stash: {
      write: (edits, version) => writeStored(stashKey(botId), { edits, version } satisfies Stashed),
      clear: () => writeStored(stashKey(botId), null),
    },
  })
  const left = loaded.editable ? readStored<Stashed | null>(stashKey(botId), null) : null
  if (left) store.restore(left.edits, left.version)
  return store
}

/** The draft of the page: saved when one leaves it, and the browser asks before a page with unsaved edits is closed. */
export function useDraftStore(botId: string, loaded: LoadedDraft): DraftStore {
  const [store] = useState(() => openStore(botId, loaded))
  useEffect(() => {
    const retry = () => void store.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (store.current().dirty.size > 0) event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', store.stashNow)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', store.stashNow)
      // What could not be saved waits in this browser for the next visit.
      void store.flush().then(() => {
        store.stashNow()
        store.dispose()
        return refreshBotLists()
      })
    }
  }, [store])
  return store
}
