import { randomBytes } from 'node:crypto'
import { MemoryType } from '@orrery/contract'
import type { DatabaseOperation, DatabasePort } from '@orrery/engine'
import type { EndUserFiles } from '#domains/ground/upload/end-user-file.service.ts'
import type { RetrieveService } from '#domains/resources/knowledge/retrieve.service.ts'
import type { MemoryService } from '#domains/resources/memory/memory.service.ts'
import type { CallContext } from '#domains/resources/plugin/shared/toolset.ts'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Infra } from '#kit/infra.ts'
import { createLane, LaneTimeout } from '#kit/documents/worker-lane.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import { userKey } from '#kit/user-key.ts'
import { type BuiltinEnv, fail } from './builtin-types.ts'
import { quickTasks } from './heavy-tasks.ts'
import { isId } from '@orrery/contract'

const WORKER = '../builtin-plugins/heavy-child.ts'
export interface BuiltinServices {
  infra: Infra
  links: FileLinks
  settings: BuiltinEnv['settings']
  knowledge: RetrieveService
  database: DatabasePort | undefined
  memories: MemoryService
  endUserFiles: Pick<EndUserFiles, 'note'>
}

/** The instance as seen by official plugins. They can only reach resources in the caller's space. */
export function createBuiltinEnv({ infra, links, settings, ...services }: BuiltinServices): BuiltinEnv {
  const { blobs, config, egress } = infra
  const types: Record<string, string> = {
    png: 'image/png',
    jpg: 'image/jpeg',
    webp: 'image/webp',
    pdf: 'application/pdf',
  }
  const whose = ({ botId, userId, endUser }: CallContext) => {
    if (!botId)
      throw errors.badInput({
        problem: 'Memories belong to a bot. Use this tool in a bot',
        problemZh: '记忆属于智能体，请在智能体中使用此工具',
      })
    return { botId, userKey: userKey(userId, endUser) }
  }
  const lanes = [createLane(WORKER), createLane(WORKER)] as const
  infra.onClose(async () => void (await Promise.all(lanes.map((lane) => lane.close()))))
  return {
    async work<T>(task: Parameters<BuiltinEnv['work']>[0], input: object) {
      const lane = lanes[quickTasks.has(task) ? 0 : 1]
      return lane.run<T>(task, input, { timeoutMs: 30_000 }).catch((cause: Error) => {
        throw fail(cause instanceof LaneTimeout ? 'This takes too long' : cause.message || 'This needs too much memory')
      })
    },
    clock: infra.clock,
    egress,
    sandbox: infra.sandbox,
    mail: infra.mail,
    limiter: createRateLimiter(infra.clock),
    settings,
    async store(bytes, name, { userId, endUser }) {
      const extension = name.split('.').at(-1)!
      const key = `generated/${userId}/${randomBytes(24).toString('hex')}.${extension}`
      await services.endUserFiles.note(key, userId, endUser)
      await blobs.put(key, bytes, types[extension] ?? 'application/octet-stream')
      return config.publicUrl + links.make(key)
    },
    async load(url, maxBytes, { signal }) {
      const key = links.keyIn(url)
      if (key) {
        const blob = await blobs.get(key)
        if (blob) return { bytes: Buffer.from(await blob.bytes()), type: '' }
      }
      const answer = await egress.fetch(url, { maxBytes, signal, timeoutMs: 30_000 })
      if (!answer.ok)
        throw errors.badInput({
          problem: `The file could not be read: status ${answer.status}`,
          problemZh: `无法读取文件：状态 ${answer.status}`,
        })
      return { bytes: await answer.bytes(), type: answer.headers.get('content-type') ?? '' }
    },
    async knowledge(ids, query, topK, { spaceId, signal }) {
      const { hits } = await services.knowledge.retrieve({
        spaceId,
        knowledgeIds: ids.filter((id) => isId(id)),
        query,
        strategy: 'hybrid',
        topK,
        minScore: 0,
        useRerank: false,
        useRewrite: false,
        useNl2sql: false,
        signal,
      })
      return hits.map((hit) => ({ text: hit.content, source: hit.documentName || hit.datasetName, score: hit.score }))
    },
    async database({ databaseId, fields, conditions, limit }, context) {
      if (!services.database || !isId(databaseId)) throw errors.notFound({ what: 'database' })
      const call = {
        runId: '',
        workflowId: '',
        nodeId: '',
        nodeTitle: '',
        path: '',
        attempt: 1,
        key: '',
        signal: context.signal,
        mode: context.isDraft ? ('debug' as const) : ('release' as const),
        context: {
          spaceId: context.spaceId,
          userId: context.userId,
          ...(context.connectorId && { connectorId: context.connectorId }),
          ...(context.endUser && { connectorUid: context.endUser }),
        },
      }
      const filter = conditions.length
        ? {
            logic: 'AND' as const,
            conditions: conditions.map((condition) => ({
              ...condition,
              operation: condition.operation as DatabaseOperation,
            })),
          }
        : undefined
      const { rows } = await services.database.select(
        { databaseId, filter, fields: fields.map((field) => ({ field, distinct: false })), orderBy: [], limit },
        call,
      )
      return rows
    },
    async remember(text, context) {
      if ((await services.memories.consent(whose(context))) !== true)
        throw errors.badInput({
          problem: 'The user has not allowed this bot to remember them. They can turn it on under Memory',
          problemZh: '用户尚未允许该智能体记忆，可在“记忆”中开启',
        })
      await services.memories.add(whose(context), {
        type: MemoryType.essential,
        content: text,
        eventAt: infra.clock.now(),
      })
    },
    async recall(query, context) {
      const found = await services.memories.recall(whose(context), query)
      return found.map((row) => ({ text: row.content, date: new Date(row.eventAt).toISOString().slice(0, 10) }))
    },
  }
}
