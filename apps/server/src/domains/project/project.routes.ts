import { type contract, PROJECT_LIMITS, ProjectHistoryType } from '@orrery/contract'
import type { Handlers } from '../../kit/http/context.ts'
import { errors } from '../../kit/errors.ts'
import type { FolderService } from '../folder/folder.service.ts'
import type { ProjectCopies } from './copy.service.ts'
import type { ProjectService } from './project.service.ts'
import type { ProjectView } from './project.view.ts'
import { projectConnectors, type ProjectPublishing } from './publish.service.ts'
import type { ProjectVersions } from './version.service.ts'

export interface ProjectRoutesDeps {
  projects: ProjectService
  copies: ProjectCopies
  versions: ProjectVersions
  publishing: ProjectPublishing
  folders: FolderService
  view: ProjectView
  /** Takes a bot offline in a channel; false when it was not there. */
  unlistBot(botId: string, userId: string, connectorId: string): Promise<boolean>
}
const audit = (refusal: string | undefined) => ({
  check_not_pass: refusal !== undefined,
  check_not_pass_msg: refusal ?? '',
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
      return { project_id: id, audit_data: audit(refusal) }
    },
    update: async (input, ctx) => {
      const { project_id: id, name, description, icon_uri: iconUri } = input
      return { audit_data: audit(await projects.update(id, ctx.userId, { name, description, iconUri })) }
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
      return { basic_info: view.basic(head), audit_data: audit(refusal), user_info: userOf(ctx.userId) }
    },
    copyTo: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'space', input.to_space_id, 'createResource')
      const target = { spaceId: input.to_space_id, userId: ctx.userId, locale: ctx.locale }
      const source = await projects.get(input.project_id)
      const name = [...source.name].slice(0, PROJECT_LIMITS.name).join('')
      const { taskId, refusal } = await copies.begin(input.project_id, target, { name })
      if (refusal !== undefined) throw errors.badInput({ problem: `name: ${refusal}`, problemZh: `name：${refusal}` })
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
      const { rows, hasMore, cursor } = await versions.history(input.project_id, {
        kind: input.history_type,
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
          operate_time: Math.floor(row.createdAt / 1000),
          ...(row.kind === ProjectHistoryType.publish && { publish_detail: view.record(row, ctx.locale) }),
        })),
        next_cursor: cursor,
        has_more: hasMore,
      }
    },
    innerTasks: async (input) => ({
      task_list: (await projects.openTasks(input.project_id)).map((task) => ({ task_id: task.id })),
    }),
  }
}

export function projectPublishRoutes(deps: ProjectRoutesDeps): Handlers<typeof contract.projectPublish> {
  const { projects, publishing, view } = deps
  return {
    checkVersion: async (input) => ({
      is_duplicate: await publishing.isTaken(input.project_id, input.version_number),
    }),
    connectors: async (input, ctx) => {
      await projects.get(input.project_id)
      const usable = await publishing.usable(input.project_id)
      const last = (await publishing.records(input.project_id)).at(0)
      const words = (one: (typeof projectConnectors)[number]) => (ctx.locale === 'zh-CN' ? one.zh : one.en)
      return {
        connector_list: projectConnectors.map((one) => ({
          id: one.id,
          name: words(one).name,
          icon_url: '',
          description: words(one).desc,
          connector_classification: 1,
          config_status: 1,
          connector_status: 0,
          bind_type: one.bindType,
          bind_info: {},
          allow_publish: usable.get(one.id) ?? false,
          not_allow_publish_reason: usable.get(one.id)
            ? ''
            : ctx.locale === 'zh-CN'
              ? `项目中还没有${one.needs.zh}`
              : `The project does not have ${one.needs.en} yet`,
        })),
        last_publish_info: {
          version_number: last?.version ?? '',
          connector_ids: Object.keys(last?.connectors ?? {}),
          connector_publish_config: Object.fromEntries(
            Object.entries(last?.connectors ?? {}).map(([id, one]) => [
              id,
              { selected_workflows: one.workflows.map((flow) => ({ workflow_id: flow.id, workflow_name: flow.name })) },
            ]),
          ),
        },
        connector_union_info_map: {},
      }
    },
    published: async (input, ctx) =>
      (await publishing.served([input.project_id])).map(({ connector }) =>
        view.connector(connector.connectorId, ctx.locale),
      ),
    unlist: async (input, ctx) => {
      const isBot = ctx.located!.kind === 'bot'
      if (!isBot && ctx.located!.kind !== 'project') throw errors.notFound({ what: 'bot or project' })
      const results: [string, { is_success: boolean; fail_reason: string }][] = []
      for (const id of new Set(input.connector_ids)) {
        const isGone = isBot
          ? await deps.unlistBot(input.intelligence_id, ctx.userId, id)
          : await publishing.unlist(input.intelligence_id, ctx.userId, id)
        const reason = ctx.locale === 'zh-CN' ? '未在该渠道发布' : 'It is not published there'
        results.push([id, { is_success: isGone, fail_reason: isGone ? '' : reason }])
      }
      return { connector_unlist_result_map: Object.fromEntries(results) }
    },
    publish: async (input, ctx) => {
      const chosen = input.connector_publish_config
      const ids = new Set([...Object.keys(input.connectors), ...Object.keys(chosen)])
      const id = await publishing.begin({
        projectId: input.project_id,
        userId: ctx.userId,
        version: input.version_number,
        description: input.description,
        connectors: Object.fromEntries(
          [...ids].map((one) => [one, chosen[one]?.selected_workflows?.map((flow) => flow.workflow_id)]),
        ),
        locale: ctx.locale,
      })
      return { publish_record_id: id, publish_monetization_result: false }
    },
    record: async (input, ctx) =>
      view.record(await publishing.record(input.project_id, input.publish_record_id), ctx.locale),
    records: async (input, ctx) =>
      (await publishing.records(input.project_id)).map((row) => view.record(row, ctx.locale)),
    summary: async (input) => {
      const served = await publishing.served([input.project_id])
      return {
        connector_ids: served.map(({ connector }) => connector.connectorId),
        version_map: Object.fromEntries(served.map(({ connector, version }) => [connector.connectorId, version])),
        template_project_id: '0',
        template_project_version: '',
      }
    },
  }
}
