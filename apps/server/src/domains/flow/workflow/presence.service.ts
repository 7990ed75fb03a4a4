import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'

export interface Editor {
  sessionId: string
  userId: string
  nodeId: string
  since: number
}
interface PresentEditor extends Editor {
  seenAt: number
}
/** Presence messages between processes: joined or moved, left, and a request to announce. */
type PresenceMessage =
  | { kind: 'here'; workflowId: string; editor: Editor }
  | { kind: 'gone'; workflowId: string; sessionId: string }
  | { kind: 'who'; workflowId: string }

const TOPIC = 'workflow-presence'
const EXPIRE_MS = 45_000
const ANNOUNCE_MS = 20_000
const MAX_EDITORS = 200

/** Who has which workflow open. In memory only: processes inform each other, and silent entries expire. */
export function createPresence({ bus, clock }: { bus: Bus; clock: Clock }) {
  const open = new Map<string, Map<string, PresentEditor>>()
  const own = new Map<string, { workflowId: string; editor: Editor }>()
  const listeners = new Map<string, Set<() => void>>()
  const keyOf = (workflowId: string, sessionId: string) => `${workflowId}/${sessionId}`
  const send = (message: PresenceMessage) => bus.publish(TOPIC, JSON.stringify(message))
  const notify = (workflowId: string) => listeners.get(workflowId)?.forEach((listener) => listener())

  bus.subscribe(TOPIC, (payload) => {
    // The bus sends `*` when messages may have been lost. The periodic announcements restore the state.
    if (payload === '*') return
    receive(JSON.parse(payload) as PresenceMessage)
  })
  function receive(message: PresenceMessage): void {
    const here = open.get(message.workflowId) ?? new Map<string, PresentEditor>()
    if (message.kind === 'who') {
      for (const { workflowId, editor } of own.values())
        if (workflowId === message.workflowId) void send({ kind: 'here', workflowId, editor }).catch(() => {})
      return
    }
    if (message.kind === 'gone') here.delete(message.sessionId)
    else if (here.size < MAX_EDITORS || here.has(message.editor.sessionId)) {
      const { since } = here.get(message.editor.sessionId) ?? message.editor
      here.set(message.editor.sessionId, { ...message.editor, since, seenAt: clock.now() })
    }
    if (here.size) open.set(message.workflowId, here)
    else open.delete(message.workflowId)
    notify(message.workflowId)
  }

  function list(workflowId: string): Editor[] {
    const here = open.get(workflowId)
    if (!here) return []
    const since = clock.now() - EXPIRE_MS
    for (const [id, { seenAt }] of here) if (seenAt < since) here.delete(id)
    if (!here.size) open.delete(workflowId)
    return [...here.values()].sort((a, b) => a.since - b.since)
  }
  async function touch(workflowId: string, editor: Omit<Editor, 'since'>): Promise<void> {
    const known = open.get(workflowId)?.get(editor.sessionId)
    // A session id of another user is ignored, so that nobody can take over a tab.
    if (known && known.userId !== editor.userId) return
    const full = { ...editor, since: known?.since ?? clock.now() }
    const mine = own.get(keyOf(workflowId, editor.sessionId))
    if (mine) mine.editor = full
    await send({ kind: 'here', workflowId, editor: full })
  }

  return {
    list,
    touch,
    /**
     * Announces an editor until the returned function is called. `onChange` runs whenever somebody joins, leaves or
     * moves.
     */
    enter(workflowId: string, editor: Omit<Editor, 'since'>, onChange: () => void): () => void {
      const key = keyOf(workflowId, editor.sessionId)
      const set = listeners.get(workflowId) ?? new Set()
      listeners.set(workflowId, set.add(onChange))
      own.set(key, { workflowId, editor: { ...editor, since: clock.now() } })
      const repeat = () => {
        const mine = own.get(key)
        if (mine) void send({ kind: 'here', workflowId, editor: mine.editor }).catch(() => {})
        onChange()
      }
      const timer = setInterval(repeat, ANNOUNCE_MS)
      timer.unref()
      void touch(workflowId, editor).catch(() => {})
      void send({ kind: 'who', workflowId }).catch(() => {})
      return () => {
        clearInterval(timer)
        own.delete(key)
        set.delete(onChange)
        if (!set.size) listeners.delete(workflowId)
        void send({ kind: 'gone', workflowId, sessionId: editor.sessionId }).catch(() => {})
      }
    },
  }
}
export type Presence = ReturnType<typeof createPresence>
