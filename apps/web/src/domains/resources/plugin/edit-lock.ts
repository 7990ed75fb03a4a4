import { useCallback, useEffect } from 'react'
import { api } from '#lib/api.ts'
import { createStore, type Store } from '#lib/store.ts'

type Holder = NonNullable<Awaited<ReturnType<typeof api.plugin.lock>>['user']>
/** The holder of the edit lock: not known yet, this page, or another user. */
export type LockState = { is: 'asking' } | { is: 'mine' } | { is: 'other'; holder: Holder }

interface Lock {
  state: Store<LockState>
  pages: number
  heartbeat?: ReturnType<typeof setInterval>
  release?: ReturnType<typeof setTimeout>
}
const asking: LockState = { is: 'asking' }
const locks = new Map<string, Lock>()
/** The heartbeat of the lock: frequent enough to notice a takeover before much is typed. */
const heartbeatMs = 20_000
/** The lock is not released while a person moves from the page of a plugin to that of a tool. */
const graceMs = 1_500

function lockOf(id: string): Lock {
  const known = locks.get(id)
  if (known) return known
  const made: Lock = { state: createStore<LockState>(asking), pages: 0 }
  locks.set(id, made)
  return made
}

async function requestLock(id: string, force = false): Promise<void> {
  const { state } = lockOf(id)
  const answer = await api.plugin.lock({ plugin_id: id, force })
  if (answer.Seized) state.set({ is: 'mine' })
  else if (answer.user) state.set({ is: 'other', holder: answer.user })
}

/** Releases the lock of a page that is being closed, without waiting for the response. */
const releaseNow = (id: string) =>
  void fetch('/api/plugin_api/unlock_plugin_edit', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ plugin_id: id }),
  }).catch(() => undefined)

function holdLock(id: string): () => void {
  const lock = lockOf(id)
  const releaseOnHide = () => lock.state.current().is === 'mine' && releaseNow(id)
  const ignoreError = () => undefined
  lock.pages += 1
  clearTimeout(lock.release)
  void requestLock(id).catch(ignoreError)
  lock.heartbeat ??= setInterval(() => void requestLock(id).catch(ignoreError), heartbeatMs)
  addEventListener('pagehide', releaseOnHide)
  return () => {
    removeEventListener('pagehide', releaseOnHide)
    lock.pages -= 1
    if (lock.pages > 0) return
    clearInterval(lock.heartbeat)
    lock.heartbeat = undefined
    lock.release = setTimeout(() => {
      if (lock.state.current().is === 'mine') releaseNow(id)
      locks.delete(id)
    }, graceMs)
  }
}

/** Holds the edit lock while the page is open, for users who can edit. */
export function useEditLock(id: string, mayEdit: boolean): { state: LockState; takeOver: () => Promise<void> } {
  useEffect(() => (mayEdit ? holdLock(id) : undefined), [id, mayEdit])
  return { state: lockOf(id).state.use(), takeOver: useCallback(() => requestLock(id, true), [id]) }
}
