import { useQuery } from '@tanstack/react-query'
import { type LockState, useEditLock } from './edit-lock.ts'
import { type Authority, authorityQuery } from './plugin.queries.ts'

export interface PluginAccess {
  may: Authority
  lock: LockState
  takeOver: () => Promise<void>
  /** Read-only because of missing rights, a lock by another user, or a published version being shown. */
  isReadOnly: boolean
}
const nothing: Authority = {
  can_edit: false,
  can_read: true,
  can_delete: false,
  can_debug: false,
  can_publish: false,
  can_read_changelog: false,
}

export function usePluginAccess(pluginId: string, isOld = false): PluginAccess {
  const may = useQuery(authorityQuery(pluginId)).data ?? nothing
  const { state, takeOver } = useEditLock(pluginId, may.can_edit && !isOld)
  return { may, lock: state, takeOver, isReadOnly: isOld || !may.can_edit || state.is !== 'mine' }
}
