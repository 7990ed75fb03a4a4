import { type contract, IntelligenceStatus, ProjectTaskType } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { TaskRow } from './project.table.ts'
import type { ProjectView } from './project.view.ts'
import type { ProjectTasks } from './task.service.ts'

const CANCEL = 1
const entityOfProject = 6

export function projectTaskRoutes(deps: {
  tasks: ProjectTasks
  resources: Pick<ResourceService, 'getMany'>
  view: ProjectView
  retryBot(botId: string): Promise<number>
  cancelBot(botId: string, userId: string): Promise<void>
}): Handlers<typeof contract.projectTask> {
  const { tasks, resources, view } = deps
  /** The resources of the list that the caller may see. Others are left out. */
  async function visible(ids: string[], ctx: Ctx) {
    const rows = await resources.getMany([...new Set(ids)])
    const may = await Promise.all(rows.map((row) => ctx.access.can(ctx.actor!, 'resource', row.id, 'view')))
    return rows.filter((_, at) => may[at])
  }
  async function processOne(task: TaskRow, action: number) {
    await (action === CANCEL ? tasks.cancel(task) : tasks.retry(task))
    return {
      entity_id: task.madeId ?? task.projectId,
      entity_status: action === CANCEL ? IntelligenceStatus.deleted : IntelligenceStatus.copying,
    }
  }
  return {
    list: async (input, ctx) => {
      const found: TaskRow[] = []
      for (const id of new Set(input.task_id_list)) {
        const task = await tasks.own(id, ctx.userId).catch(() => undefined)
        if (task?.spaceId === input.space_id) found.push(task)
      }
      const heads = new Map(
        (
          await visible(
            found.map((task) => task.madeId ?? task.projectId),
            ctx,
          )
        ).map((row) => [row.id, row]),
      )
      return {
        task_list: found.map((task) => {
          const head = heads.get(task.madeId ?? task.projectId)
          return {
            task_info: {
              TaskId: task.id,
              UserId: task.userId,
              EntityType: entityOfProject,
              EntityId: task.madeId ?? task.projectId,
              ActionType: 1,
              Status: task.status,
              RetryNum: task.retries,
              FailedReasons: task.reason
                ? [{ FailedReason: task.reason, EntityId: task.projectId, EntityName: head?.name ?? task.name }]
                : [],
              TaskType: task.type,
              CreateTime: seconds(task.createdAt),
              UpdateTime: seconds(task.updatedAt),
            },
            task_logs: [],
            name: head?.name ?? task.name,
            icon_url: view.icon(head?.iconUri),
          }
        }),
      }
    },
    search: async (input, ctx) => {
      const rows = await visible(
        input.task_list.map((task) => task.entity_id),
        ctx,
      )
      return {
        entity_task_map: Object.fromEntries(
          rows.map((row) => [row.id, { entity_id: row.id, entity_status: row.status }]),
        ),
      }
    },
    process: async (input, ctx) => {
      const given = input.task_id_list ?? []
      let last: Awaited<ReturnType<typeof processOne>> | undefined
      for (const id of given) last = await processOne(await tasks.own(id, ctx.userId), input.action)
      if (!input.entity_id) {
        if (!given.length)
          throw errors.badInput({
            problem: 'entity_id: give the object of the task',
            problemZh: 'entity_id：请指定任务对象',
          })
        return last ? { entity_task: last } : {}
      }
      const id = input.entity_id
      const place = await ctx.access.require(ctx.actor!, 'resource', id, 'delete')
      if (place.kind === 'bot') {
        if (input.action === CANCEL) await deps.cancelBot(id, ctx.userId)
        const status = input.action === CANCEL ? IntelligenceStatus.deleted : await deps.retryBot(id)
        return { entity_task: { entity_id: id, entity_status: status } }
      }
      const task = await tasks.copyOf(id)
      if (!task) throw errors.notFound({ what: 'task' })
      return { entity_task: await processOne(task, input.action) }
    },
    info: async (input, ctx) => {
      const task = await tasks.own(input.task_id, ctx.userId)
      const type = task.type === ProjectTaskType.rollback ? 2 : 1
      return { task_id: task.id, task_type: type, task_status: task.status }
    },
  }
}
