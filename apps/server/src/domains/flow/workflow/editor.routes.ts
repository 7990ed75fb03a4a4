import type { contract, WorkflowEditors } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { BuildService } from './build.service.ts'
import { calledFrom } from './called-workflows.ts'
import type { PinService } from './pin.service.ts'
import type { Editor, Presence } from './presence.service.ts'
import type { Presenter } from './shared/present.ts'
import { validateCanvas } from './validate-canvas.ts'
import type { VersionService } from './version.service.ts'
import { checkCanvas, type WorkflowService } from './workflow.service.ts'

export interface EditorRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  presence: Presence
  pins: PinService
  build: BuildService
  requireFeature(name: string, spaceId: string): Promise<void>
  present: Presenter
  bus: Bus
}

export function workflowEditorRoutes(
  deps: EditorRoutesDeps,
): Omit<Handlers<typeof contract.workflowEditor>, 'runEvents' | 'runTrace'> {
  const { workflows, presence, pins, present, bus } = deps
  async function shown(editors: Editor[], self: string): Promise<WorkflowEditors> {
    const person = await present.creatorsOf(
      editors.map((editor) => editor.userId),
      self,
    )
    return {
      editors: editors.map((editor) => {
        const { name, avatar_url } = person(editor.userId)
        return {
          session_id: editor.sessionId,
          user_id: editor.userId,
          name,
          avatar_url,
          node_id: editor.nodeId,
          self: editor.userId === self,
          since: seconds(editor.since),
        }
      }),
    }
  }

  return {
    async live({ workflow_id, session_id }, ctx) {
      const { row } = await workflows.get(workflow_id)
      return async (sse) => {
        let known = { commitId: row.commitId, version: row.version }
        let last = ''
        let sending = Promise.resolve()
        const sendEditors = async () => {
          const now = await shown(presence.list(workflow_id), ctx.userId)
          const text = JSON.stringify(now)
          if (text !== last) sse.send({ event: 'editors', data: now })
          last = text
        }
        const sendChange = async () => {
          const found = await workflows.get(workflow_id).catch(() => undefined)
          if (!found) return sse.send({ event: 'deleted', data: {} })
          const { head, row: now } = found
          const before = known
          known = { commitId: now.commitId, version: now.version }
          if (now.commitId !== before.commitId) {
            const person = await present.creatorsOf([now.savedBy], ctx.userId)
            const { name } = person(now.savedBy)
            const data = { save_version: now.commitId, user_id: now.savedBy, name, time: seconds(head.updatedAt) }
            sse.send({ event: 'saved', data })
          }
          if (now.version !== before.version) sse.send({ event: 'published', data: { version: now.version } })
        }
        // Chained, so that events are sent in the order in which they happened.
        const inOrder = (work: () => Promise<void>) => () => void (sending = sending.then(work).catch(() => {}))
        const editor = { sessionId: session_id, userId: ctx.userId, nodeId: '' }
        const leave = presence.enter(workflow_id, editor, inOrder(sendEditors))
        const stop = bus.subscribe('workflow', (id) => (id === workflow_id || id === '*') && inOrder(sendChange)())
        inOrder(sendEditors)()
        await ended(ctx.signal)
        stop()
        leave()
      }
    },
    async presence({ workflow_id, session_id, node_id }, ctx) {
      await presence.touch(workflow_id, { sessionId: session_id, userId: ctx.userId, nodeId: node_id })
      return shown(presence.list(workflow_id), ctx.userId)
    },
    async pins({ workflow_id }) {
      const rows = await pins.list(workflow_id)
      return {
        pins: rows.map((row) => ({
          node_id: row.nodeId,
          output: row.output,
          user_id: row.userId,
          update_time: seconds(row.updatedAt),
        })),
      }
    },
    async setPin({ workflow_id, node_id, output }, ctx) {
      await pins.set(workflow_id, node_id, output, ctx.userId)
      return {}
    },
    async build({ workflow_id, prompt, schema, model_id }, ctx) {
      if (schema !== undefined) checkCanvas(schema)
      const { head, row } = await workflows.get(workflow_id)
      await deps.requireFeature('build_with_model', head.spaceId)
      const mayView = (id: string) => ctx.access.can(ctx.actor!, 'workflow', id, 'view')
      return deps.build({
        spaceId: head.spaceId,
        modelId: model_id,
        prompt,
        schema: schema ?? row.schema,
        validate: async (drawn) => validateCanvas(drawn, await calledFrom(drawn, deps.versions, mayView)),
        signal: ctx.signal,
      })
    },
  }
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
