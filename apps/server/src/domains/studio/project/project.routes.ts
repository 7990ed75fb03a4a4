import { type contract, PROJECT_LIMITS, ProjectHistoryType } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { AppError, Locale } from '#kit/errors.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { FolderService } from '#domains/library/folder/folder.service.ts'
import type { ProjectCopies } from './copy.service.ts'
import type { ProjectService } from './project.service.ts'
import type { ProjectView } from './project.view.ts'
import type { ProjectVersions } from './version.service.ts'

export interface ProjectRoutesDeps {
  projects: ProjectService
  copies: ProjectCopies
  versions: ProjectVersions
  folders: FolderService
  view: ProjectView
}
const audit = (refusal: AppError | undefined, locale: Locale) => ({
  check_not_pass: refusal !== undefined,
  check_not_pass_msg: refusal?.text(locale) ?? '',
})

export function projectRoutes(deps: ProjectRoutesDeps): Handlers<typeof contract.project> {
  const { projects, copies, versions, folders, view } = deps
  return {
    create: async (input, ctx) => {
      if (input.folder_id) await ctx.access.require(ctx.actor!, 'folder', input.folder_id, 'view')
      const { id, refusal } = await projects.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        name: input.name,
        description: input.description,
        iconUri: input.icon_uri,
      })
      if (id && input.folder_id) await folders.put(input.space_id, input.folder_id, [id])
      return { project_id: id, audit_data: audit(refusal, ctx.locale) }
    },
    update: async (input, ctx) => {
      const { project_id: id, name, description, icon_uri: iconUri } = input
      return { audit_data: audit(await projects.update(id, ctx.userId, { name, description, iconUri }), ctx.locale) }
    },
    remove: async (input, ctx) => {
      await projects.remove(input.project_id, ctx.userId)
      return {}
    },
    copy: async (input, ctx) => {
      const spaceId = input.to_space_id ?? ctx.located!.spaceId
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      const { name, description, icon_uri: iconUri } = input
      const { id, refusal } = await copies.begin(
        input.project_id,
        { spaceId, userId: ctx.userId, locale: ctx.locale },
        { name, description, iconUri },
      )
      const head = await projects.get(id || input.project_id)
      const userOf = await view.users([ctx.userId])
      return { basic_info: view.basic(head), audit_data: audit(refusal, ctx.locale), user_info: userOf(ctx.userId) }
    },
    copyTo: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'space', input.to_space_id, 'createResource')
      const target = { spaceId: input.to_space_id, userId: ctx.userId, locale: ctx.locale }
      const source = await projects.get(input.project_id)
      const name = [...source.name].slice(0, PROJECT_LIMITS.name).join('')
      const { taskId, refusal } = await copies.begin(input.project_id, target, { name })
      if (refusal !== undefined) throw refusal
      return { task_id: taskId }
    },
    archive: async (input, ctx) => {
      const { taskId, version } = await versions.archive(input.project_id, ctx.userId, input.description)
      return { task_id: taskId, project_id: input.project_id, version }
    },
    rollback: async (input, ctx) => ({
      task_id: await versions.rollback(input.project_id, ctx.userId, input.rollback_version),
    }),
    history: async (input, ctx) => {
      await projects.get(input.project_id)
      const { rows, total, hasMore, cursor } = await versions.history(input.project_id, {
        kind: input.history_type,
        onlyDone: input.only_done,
        cursor: input.cursor,
        size: input.size,
      })
      const userOf = await view.users(rows.map((row) => row.createdBy))
      return {
        history_list: rows.map((row) => ({
          project_id: row.projectId,
          version: row.version,
          history_type: row.kind,
          description: row.description,
          operator: userOf(row.createdBy),
          operate_time: seconds(row.createdAt),
          ...(row.kind === ProjectHistoryType.publish && { publish_detail: view.record(row, ctx.locale, undefined) }),
        })),
        next_cursor: cursor,
        has_more: hasMore,
        total,
      }
    },
    innerTasks: async (input) => ({
      task_list: (await projects.openTasks(input.project_id)).map((task) => ({ task_id: task.id })),
    }),
  }
}
