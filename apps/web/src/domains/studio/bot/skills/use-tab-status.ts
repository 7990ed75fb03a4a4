import { TabStatus } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { displayQuery } from '../bot.queries.ts'
import { useEditor } from '../draft/draft-context.ts'
import { isShown, isUnfolded, type SkillTab } from './tab-status.ts'

interface TabState {
  isOpen: boolean
  isShown: boolean
  set: (status: TabStatus) => void
}

type Display = Record<string, TabStatus | undefined>

/** The collapsed state of a block. Stored per user if they may edit, otherwise until the page is closed. */
export function useTabStatus(tab: SkillTab, hasData: boolean): TabState {
  const { botId, isReadOnly } = useEditor()
  const { data } = useQuery(displayQuery(botId))
  const status = (data as Display | undefined)?.[`${tab}_tab_status`] ?? TabStatus.default
  const set = useSetTab()
  return {
    isOpen: isUnfolded(status, hasData),
    isShown: isShown(status, hasData, isReadOnly),
    set: useCallback((next: TabStatus) => set(tab, next), [set, tab]),
  }
}

export function useSetTab(): (tab: SkillTab, status: TabStatus) => void {
  const { botId, spaceId, isReadOnly } = useEditor()
  return useCallback(
    (tab, status) => {
      const key = displayQuery(botId).queryKey
      const change = { [`${tab}_tab_status`]: status }
      queryClient.setQueryData(key, (before) => ({ ...before, ...change }) as typeof before)
      if (isReadOnly) return
      const input = { bot_id: botId, space_id: spaceId, display_info: { tab_display_info: change } }
      // Losing the collapsed state of a block is not worth an error message.
      api.bot.updateDisplay(input).catch(() => {})
    },
    [botId, spaceId, isReadOnly],
  )
}

export function useTabStates(): (tab: SkillTab) => TabStatus {
  const { botId } = useEditor()
  const { data } = useQuery(displayQuery(botId))
  return (tab) => (data as Display | undefined)?.[`${tab}_tab_status`] ?? TabStatus.default
}
