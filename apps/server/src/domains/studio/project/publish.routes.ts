import { ConnectorPublishStatus, type contract, PublishRecordStatus } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { describeProjectChanges } from './list-changes.ts'
import type { ProjectChanges } from './project-changes.service.ts'
import { projectConnectors, servesInterface } from './project-connectors.ts'
import type { ProjectService } from './project.service.ts'
import type { ChosenWorkflow, VersionRow } from './project.table.ts'
import type { ProjectView } from './project.view.ts'
import type { ProjectPublishing } from './publish.service.ts'

export interface ProjectPublishRoutesDeps {
  projects: ProjectService
  publishing: ProjectPublishing
  changes: ProjectChanges
  view: ProjectView
  /** Takes a bot offline on a channel. Returns false if it was not published there. */
  unlistBot(botId: string, userId: string, connectorId: string): Promise<boolean>
  /** Links for visitors, by resource and channel. */
  links(resourceIds: string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  /** States of channels with an account of their own. Other channels need no setup. */
  channelStates(resourceId: string): Promise<ReadonlyMap<string, number>>
}
const CONFIGURED = 1
const chosenOf = (flows: readonly ChosenWorkflow[]) => ({
  selected_workflows: flows.map((flow) => ({ workflow_id: flow.id, workflow_name: flow.name })),
})
/** Whether the publication has reached all its channels. */
const isWhole = ({ status, connectors }: VersionRow) =>
  status === PublishRecordStatus.publishDone &&
  Object.values(connectors).every((connector) => connector.status === ConnectorPublishStatus.success)

export function projectPublishRoutes(deps: ProjectPublishRoutesDeps): Handlers<typeof contract.projectPublish> {
  const { projects, publishing, view } = deps
  /** Links of a project. A link gives access, so it is shown only to people who may publish. */
  async function linksFor(projectId: string, ctx: Ctx) {
    const may = await ctx.access.can(ctx.actor!, 'project', projectId, 'publish')
    return may ? (await deps.links([projectId])).get(projectId) : undefined
  }
  const shown = async (row: VersionRow, ctx: Ctx) => view.record(row, ctx.locale, await linksFor(row.projectId, ctx))

  return {
    checkVersion: async (input) => ({
      is_duplicate: await publishing.isTaken(input.project_id, input.version_number),
    }),
    connectors: async (input, ctx) => {
      const id = input.project_id
      await projects.get(id)
      const may = await ctx.access.can(ctx.actor!, 'project', id, 'publish')
      const [hasInterface, states, usable, records, served, links] = await Promise.all([
        publishing.hasInterface(id),
        deps.channelStates(id),
        publishing.usable(id),
        publishing.records(id),
        publishing.served([id]),
        linksFor(id, ctx),
      ])
      const last = records.find((row) => row.status === PublishRecordStatus.publishDone)
      const [newest] = records
      const zh = ctx.locale === 'zh-CN'
      return {
        connector_list: projectConnectors.map((projectConnector) => {
          const words = zh ? projectConnector.zh : projectConnector.en
          const isScreen = hasInterface && servesInterface(projectConnector.id)
          // The chatflow of an interface is chosen in the interface editor.
          const flows = isScreen ? [] : (usable.get(projectConnector.id) ?? [])
          const isFilled = isScreen || flows.length > 0
          const state = states.get(projectConnector.id) ?? CONFIGURED
          const isReady = state === CONFIGURED
          const live = served.find(({ connector }) => connector.connectorId === projectConnector.id)
          return {
            id: projectConnector.id,
            name: words.name,
            icon_url: '',
            description: isScreen
              ? zh
                ? '持有链接即可访问的项目界面'
                : 'The interface of the project, for anyone with the link'
              : words.desc,
            connector_classification: 1,
            config_status: state,
            connector_status: 0,
            bind_type: projectConnector.bindType,
            bind_info: {},
            allow_publish: isFilled && isReady,
            not_allow_publish_reason: isFilled
              ? isReady
                ? ''
                : zh
                  ? '发布前请先完成渠道配置'
                  : 'Set this channel up before you publish to it'
              : zh
                ? `项目中还没有${projectConnector.needs.zh}`
                : `The project does not have ${projectConnector.needs.en} yet`,
            share_link: links?.get(projectConnector.id) ?? '',
            is_single: projectConnector.isSingle,
            workflows: flows.map((flow) => ({ workflow_id: flow.id, workflow_name: flow.name })),
            publish_record_id: live?.connector.versionId ?? '',
            version_number: live?.version ?? '',
            publish_time: seconds(live?.connector.publishedAt),
            connector_publish_config: chosenOf(live?.connector.workflows ?? []),
          }
        }),
        last_publish_info: {
          version_number: last?.version ?? '',
          connector_ids: Object.keys(last?.connectors ?? {}),
          connector_publish_config: Object.fromEntries(
            Object.entries(last?.connectors ?? {}).map(([key, item]) => [key, chosenOf(item.workflows)]),
          ),
        },
        connector_union_info_map: {},
        open_publish_record_id: newest && !isWhole(newest) ? newest.id : '',
        can_publish: may,
      }
    },
    changes: async (input, ctx) => {
      const { since, changes } = await deps.changes.list(input.project_id, ctx.userId, ctx.locale)
      return { since, changes, content: describeProjectChanges(changes, ctx.locale) }
    },
    published: async (input, ctx) => {
      const links = await linksFor(input.project_id, ctx)
      return (await publishing.served([input.project_id])).map(({ connector: { connectorId } }) =>
        view.connector(connectorId, view.connectorName(connectorId, ctx.locale), links?.get(connectorId)),
      )
    },
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
          [...ids].map((id) => [id, chosen[id]?.selected_workflows?.map((flow) => flow.workflow_id)]),
        ),
        locale: ctx.locale,
      })
      return { publish_record_id: id }
    },
    record: async (input, ctx) => shown(await publishing.record(input.project_id, input.publish_record_id), ctx),
    records: async (input, ctx) => {
      const links = await linksFor(input.project_id, ctx)
      return (await publishing.records(input.project_id)).map((row) => view.record(row, ctx.locale, links))
    },
    retry: async (input, ctx) => {
      await publishing.retry(input.project_id, input.publish_record_id)
      return shown(await publishing.record(input.project_id, input.publish_record_id), ctx)
    },
    goBack: async (input, ctx) => {
      const done = await publishing.goBack(input.project_id, ctx.userId, input.publish_record_id)
      return { version_number: done.version, connector_ids: done.connectors }
    },
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
