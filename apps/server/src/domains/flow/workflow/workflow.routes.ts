import { type contract, FlowMode } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { WorkflowBundles } from './bundle.service.ts'
import { firstCanvas } from './first-canvas.ts'
import type { Presenter } from './shared/present.ts'
import { requireBotIn, requireProjectIn, workflowCopyRoutes } from './workflow-copy.routes.ts'
import { workflowListRoutes } from './workflow-list.routes.ts'
import { workflowRemovalRoutes } from './workflow-removal.routes.ts'
import { canvasState, PublishStatus, publishStatus, versionStatus } from './shared/workflow-status.ts'
import type { VersionService } from './version.service.ts'
import type { ProjectConversationService } from './project-conversation.service.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowService } from './workflow.service.ts'

export interface WorkflowRoutesDeps {
  workflows: WorkflowService
  bundles: WorkflowBundles
  versions: Pick<VersionService, 'published'>
  spaces: Pick<SpaceService, 'list'>
  present: Presenter
  conversations: Pick<ProjectConversationService, 'ensure'>
  collaborators: Pick<CollaboratorService, 'setOpen'>
}

export function workflowRoutes(deps: WorkflowRoutesDeps): Handlers<typeof contract.workflow> {
  const { workflows, present } = deps
  return {
    ...workflowListRoutes(deps),
    ...workflowCopyRoutes(deps),
    ...workflowRemovalRoutes(deps),
    async create(input, ctx) {
      await requireProjectIn(input.project_id, input.space_id, ctx)
      await requireBotIn(input.bind_biz_id, input.space_id, ctx)
      const isOfProject = input.flow_mode === FlowMode.chatFlow && input.project_id
      if (input.create_conversation && !isOfProject) throw workflowErrors.noConversation()
      const { head, row } = await workflows.create({
        spaceId: input.space_id,
        ownerId: ctx.userId,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        flowMode: input.flow_mode,
        projectId: input.project_id,
        schema: firstCanvas(input.flow_mode, ctx.locale),
        botId: input.bind_biz_id,
      })
      if (input.create_conversation && input.project_id)
        await deps.conversations.ensure(input.project_id, ctx.userId, head.name)
      return {
        workflow_id: head.id,
        name: head.name,
        url: present.iconOf(head.iconUri),
        status: PublishStatus.cannotPublish,
        type: 0,
        submit_commit_id: row.commitId,
        save_version: row.commitId,
      }
    },
    async save(input, ctx) {
      const { head, row } = await workflows.save(input.workflow_id, ctx.userId, {
        schema: input.schema,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        saveVersion: input.save_version,
        submitCommitId: input.submit_commit_id,
        keepsTested: input.ignore_status_transfer,
      })
      return {
        name: head.name,
        url: present.iconOf(head.iconUri),
        status: versionStatus(row),
        workflow_status: publishStatus(row, await workflows.publishedFrom(row)),
        is_version_gray: true,
        save_version: row.commitId,
      }
    },
    async canvas({ workflow_id }, ctx) {
      const found = await workflows.get(workflow_id)
      const { head, row } = found
      const [shown] = await present.workflows([found], ctx.userId, true)
      const creatorOf = await present.creatorsOf([row.savedBy], ctx.userId)
      const from = await workflows.publishedFrom(row)
      return {
        workflow: shown!,
        vcs_data: {
          submit_commit_id: row.submitCommitId ?? row.commitId,
          draft_commit_id: row.commitId,
          type: canvasState(row, from),
          can_edit: await ctx.access.can(ctx.actor!, 'workflow', workflow_id, 'editInfo'),
          publish_commit_id: row.publishCommitId ?? '',
        },
        db_data: { status: publishStatus(row, from) },
        operation_info: { operator: creatorOf(row.savedBy), operator_time: seconds(head.updatedAt) },
        is_bind_agent: row.bindBizId !== null,
        bind_biz_id: row.bindBizId ?? '',
        workflow_version: row.version ?? '',
      }
    },
    async updateMeta(input, ctx) {
      await workflows.save(input.workflow_id, ctx.userId, {
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        flowMode: input.flow_mode,
      })
      return {}
    },
    async openCollaborator({ workflow_id }, ctx) {
      await deps.collaborators.setOpen(workflow_id, 'workflow', true, ctx.userId)
      return {}
    },
    async closeCollaborator({ workflow_id }, ctx) {
      await deps.collaborators.setOpen(workflow_id, 'workflow', false, ctx.userId)
      return {}
    },
  }
}
