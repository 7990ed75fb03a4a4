import { z } from 'zod'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { storable, storableText } from '#kit/storable.ts'
import { crowdErrors } from './crowd.errors.ts'
import { readLabellingConfig } from './labelling-config.ts'
import type { PlatformAnswer, Project, SentRow } from './platform.ts'

export interface Place {
  url: string
  token: string
}
/** Extra values in our rows, by which we recognise them on the platform. */
const JOB = 'orrery_job'
const ITEM = 'orrery_item'
const LISTED = 200
const EXPORT_BYTES = 200 * 1024 * 1024
const EXPORT_MS = 300_000
const ANSWER_MS = 30_000

const account = z.object({ id: z.number(), email: z.string().default(''), username: z.string().default('') })
const project = z.object({ id: z.number(), title: z.string().default(''), label_config: z.string().default('') })
const projectPage = z.object({ results: z.array(project) })
const result = z.object({
  from_name: z.string(),
  type: z.string().default(''),
  value: z.record(z.string(), z.unknown()),
})
const annotation = z.object({
  id: z.number(),
  was_cancelled: z.boolean().nullish(),
  updated_at: z.string().nullish(),
  created_at: z.string().nullish(),
  result: z.array(z.unknown()).default([]),
})
const task = z.object({ data: z.record(z.string(), z.unknown()), annotations: z.array(annotation).default([]) })

/** A personal access token is a JWT, which is exchanged for a short-lived token. A legacy token is sent as it is. */
const isJwt = (token: string) => token.split('.').length === 3

interface LabelStudioDeps {
  egress: Pick<Egress, 'fetch' | 'checkUrl'>
  /** The timeout of a call, except for the export of a project. */
  answerMs?: number
}
/** Client for the REST API of Label Studio. */
export function createLabelStudio({ egress, answerMs = ANSWER_MS }: LabelStudioDeps) {
  const base = (place: Place) => {
    const root = egress.checkUrl(place.url)
    return { origin: root.origin, path: root.href.replace(/[?#].*$/, '').replace(/\/+$/, '') }
  }
  async function call(place: Place, method: string, path: string, authorization: string, body?: unknown, more = {}) {
    const { origin, path: root } = base(place)
    const answer = await egress.fetch(`${root}/api/${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      secretOrigin: origin,
      redirect: 'error',
      timeoutMs: answerMs,
      ...more,
    })
    if (!answer.ok) throw crowdErrors.refused({ status: answer.status })
    return answer
  }
  async function authorization(place: Place): Promise<string> {
    if (!isJwt(place.token)) return `Token ${place.token}`
    const answer = await call(place, 'POST', 'token/refresh', '', { refresh: place.token })
    const read = z.object({ access: z.string().min(1) }).safeParse(await json(answer))
    if (!read.success) throw crowdErrors.unreadable()
    return `Bearer ${read.data.access}`
  }
  const json = async (answer: { json(): Promise<unknown> }): Promise<unknown> => {
    try {
      return await answer.json()
    } catch (cause) {
      if (cause instanceof AppError) throw crowdErrors.unreadable()
      throw cause
    }
  }
  async function ask<T>(place: Place, method: string, path: string, schema: z.ZodType<T>, body?: unknown, more = {}) {
    const answer = await call(place, method, path, await authorization(place), body, more)
    const read = schema.safeParse(await json(answer))
    if (!read.success) throw crowdErrors.unreadable()
    return read.data
  }
  const shown = (place: Place, { id, title, label_config }: z.output<typeof project>): Project => ({
    id: String(id),
    title,
    url: `${base(place).path}/projects/${id}/data`,
    ...readLabellingConfig(label_config),
  })
  /** The rows of a job in a project, with their annotations. */
  async function tasks(place: Place, projectId: string, jobId: string) {
    const path = `projects/${projectId}/export?exportType=JSON&download_all_tasks=true`
    const all = await ask(place, 'GET', path, z.array(z.unknown()), undefined, {
      maxBytes: EXPORT_BYTES,
      timeoutMs: EXPORT_MS,
    })
    return all.flatMap((one) => {
      const read = task.safeParse(one)
      return read.success && read.data.data[JOB] === jobId ? [read.data] : []
    })
  }
  return {
    async whoAmI(place: Place): Promise<{ id: string; name: string }> {
      const { id, email, username } = await ask(place, 'GET', 'current-user/whoami', account)
      return { id: String(id), name: email || username || String(id) }
    },
    async projects(place: Place): Promise<Project[]> {
      const { results } = await ask(place, 'GET', `projects/?page_size=${LISTED}`, projectPage)
      return results.map((one) => shown(place, one))
    },
    project: async (place: Place, id: string): Promise<Project> =>
      shown(place, await ask(place, 'GET', `projects/${id}/`, project)),
    /** The items of a job that are already on the platform. */
    async sentItems(place: Place, projectId: string, jobId: string): Promise<Set<string>> {
      return new Set((await tasks(place, projectId, jobId)).map(({ data }) => String(data[ITEM])))
    },
    async send(place: Place, projectId: string, jobId: string, rows: SentRow[]): Promise<void> {
      const body = rows.map(({ itemId, values }) => ({
        data: { ...Object.fromEntries(values.map(({ name, text }) => [name, text])), [JOB]: jobId, [ITEM]: itemId },
      }))
      await ask(place, 'POST', `projects/${projectId}/import`, z.unknown(), body)
    },
    async answers(place: Place, projectId: string, jobId: string): Promise<PlatformAnswer[]> {
      return (await tasks(place, projectId, jobId)).flatMap(({ data, annotations }) =>
        annotations
          .filter(({ was_cancelled: isSkipped }) => !isSkipped)
          .map((one) => {
            const at = Date.parse(one.updated_at ?? one.created_at ?? '') || 0
            const answers = Object.fromEntries(
              one.result.flatMap((part) => {
                const read = result.safeParse(part)
                return read.success
                  ? [[storableText(read.data.from_name), storable(valueOf(read.data.value))] as const]
                  : []
              }),
            )
            return { itemId: String(data[ITEM]), ref: `${one.id}/${at}`, answers, at }
          }),
      )
    },
    /** Registers a webhook for new answers at a secret URL. */
    async addWebhook(place: Place, projectId: string, url: string): Promise<string> {
      const body = {
        project: Number(projectId),
        url,
        send_payload: false,
        send_for_all_actions: false,
        is_active: true,
        actions: ['ANNOTATION_CREATED', 'ANNOTATION_UPDATED', 'ANNOTATIONS_CREATED'],
      }
      const { id } = await ask(place, 'POST', 'webhooks/', z.object({ id: z.number() }), body)
      return String(id)
    },
    async removeWebhook(place: Place, hookId: string): Promise<void> {
      await call(place, 'DELETE', `webhooks/${hookId}/`, await authorization(place))
    },
  }
}
export type LabelStudio = ReturnType<typeof createLabelStudio>

/** Reads the value of a control: most types store it under the name of the type. */
function valueOf(value: Record<string, unknown>): unknown {
  for (const name of ['choices', 'text', 'rating', 'number', 'datetime', 'selected', 'taxonomy'])
    if (value[name] !== undefined) {
      const found = value[name]
      return Array.isArray(found) && found.length === 1 ? found[0] : found
    }
  return value
}
