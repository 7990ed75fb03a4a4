import { type BotConfig, type contract, ImageflowTab } from '@orrery/contract'
import { describe } from '@orrery/engine/describe'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { TokenService } from '#domains/ground/token/token.service.ts'
import type { Copilot } from './copilot.service.ts'
import { imageNodeGroups } from './image-nodes.ts'
import type { PluginInfo } from '#domains/resources/plugin/shared/plugin-info.ts'
import type { Presenter } from './shared/present.ts'
import { toolNodeRoutes } from './tool-node.routes.ts'
import { usableWorkflowRoutes } from './usable-workflow.routes.ts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'

export interface AssistRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  runs: Pick<RunService, 'history' | 'view'>
  copilot: Copilot
  tokens: TokenService
  collaborators: Pick<CollaboratorService, 'list'>
  spaces: Pick<SpaceService, 'list'>
  ports: { readonly bots: { getDraftForRun(botId: string): Promise<{ config: BotConfig }> } }
  /** Absent while there are no plugins. */
  plugins: PluginInfo | undefined
  present: Presenter
  clock: Clock
}
const IDE_TOKEN = 'Code editor'
const HOUR = 3_600_000

export function assistRoutes(deps: AssistRoutesDeps): Handlers<typeof contract.workflowAssist> {
  const { workflows, runs, tokens, clock } = deps

  return {
    ...toolNodeRoutes(deps),
    ...usableWorkflowRoutes(deps),
    fieldConfig({ nodeType, fieldNames }) {
      const found = describe(nodeType)
      if (!found) throw errors.notFound({ what: 'node type' })
      const wanted = new Set(fieldNames)
      const fields = found.sections.flatMap((section) =>
        section.fields.map((field) => ({ section: section.id, ...field })),
      )
      return {
        config: Object.fromEntries(
          fields
            .filter(({ id }) => !wanted.size || wanted.has(id))
            .map(({ id, ...rest }) => [id, JSON.stringify(rest)]),
        ),
      }
    },
    async ideToken({ space_id, can_write }, ctx) {
      // A token must not create tokens that outlive it.
      if (ctx.actor!.token) throw errors.noAccess()
      if (can_write) await ctx.access.require(ctx.actor!, 'space', space_id, 'createResource')
      for (const old of await tokens.list(ctx.userId))
        if (old.name === IDE_TOKEN && (old.spaces?.includes(space_id) || old.expiresAt <= clock.now()))
          await tokens.remove(ctx.userId, old.id)
      const expiresAt = clock.now() + HOUR
      const { token } = await tokens.create(ctx.userId, IDE_TOKEN, expiresAt, {
        scopes: can_write ? ['Workflow.view', 'Workflow.edit'] : ['Workflow.view'],
        spaces: [space_id],
        permissions: {},
      })
      return { token, expired_at: seconds(expiresAt) }
    },
    async copilot(input, ctx) {
      await ctx.access.require(ctx.actor!, 'space', input.space_id, 'view')
      const found = input.workflow_id ? await workflows.get(input.workflow_id) : undefined
      if (found && found.head.spaceId !== input.space_id) throw errors.notFound({ what: 'workflow' })
      const node = input.generate_test_case_input?.generate_node_debug_input_config
      const { content, by } = await deps.copilot(
        {
          type: input.copilot_type,
          spaceId: input.space_id,
          query: input.query,
          schema: found?.row.schema,
          nodeId: node?.node_id,
          nodeConfig: node?.node_config,
          signal: ctx.signal,
        },
        async (nodeId) => {
          const [last] = input.workflow_id ? await runs.history({ workflowId: input.workflow_id, limit: 1 }) : []
          if (!last) return undefined
          const view = await runs.view(last.workflowId, last.id)
          if (nodeId === undefined) return view.row.input
          const record = view.records.find((record) => record.nodeId === nodeId)
          return record && JSON.stringify(record.input ?? {})
        },
      )
      return { data: { content }, generated_by: by }
    },
    imageNodes: ({ tab_type }, ctx) => ({
      categoried_nodes: imageNodeGroups(tab_type === ImageflowTab.all, ctx.locale === 'zh-CN'),
    }),
    async behavior({ workflow_id, only_config_item }, ctx) {
      const config = {
        workflow_count: await workflows.countShared(ctx.located!.spaceId),
        collaborators_count: (await deps.collaborators.list(workflow_id)).others.length,
      }
      // Nothing is sold in tiers here: only the rights on the workflow decide who may add collaborators.
      if (only_config_item) return { config, can_upgrade: false }
      const may = await ctx.access.can(ctx.actor!, 'workflow', workflow_id, 'addCollaborator')
      return { auth_type: may ? 1 : 2, config, can_upgrade: false }
    },
  }
}
