import type { contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { EnvironmentService } from './environment.service.ts'
import type { Presenter } from './shared/present.ts'
import type { Repaired, UpkeepService } from './upkeep.service.ts'
import type { WorkflowService } from './workflow.service.ts'

const All = { one: 1, space: 2, all: 3 } as const

export function upkeepRoutes(deps: {
  workflows: WorkflowService
  environments: EnvironmentService
  upkeep: UpkeepService
  present: Presenter
}): Handlers<typeof contract.workflowUpkeep> {
  const { workflows, environments, upkeep, present } = deps
  return {
    async environments({ workflow_id, limit, cursor }, ctx) {
      const rows = await environments.list(workflow_id, cursor, limit + 1)
      const shown = rows.slice(0, limit)
      const person = await present.creatorsOf(
        shown.map((row) => row.userId),
        ctx.userId,
      )
      return {
        env_list: shown.map((row) => {
          const { name, avatar_url } = person(row.userId)
          return {
            env: row.env,
            desc: row.note,
            commit_id: row.commitId,
            source_commit_id: row.sourceCommitId ?? '',
            create_time: row.createdAt,
            update_time: row.updatedAt,
            user: { user_id: row.userId, user_name: name, user_avatar: avatar_url, nickname: name },
          }
        }),
        cursor: rows.length > shown.length ? shown.at(-1)!.env : '',
        has_more: rows.length > shown.length,
      }
    },
    async deleteEnvironment({ workflow_id, env }) {
      await environments.remove(workflow_id, env)
      return {}
    },
    async repair({ workflow_id }, ctx) {
      await upkeep.repair(await workflows.get(workflow_id), true)
      const found = await workflows.get(workflow_id)
      const [shown] = await present.workflows([found], ctx.userId, true)
      return {
        workflow: shown!,
        submit_commit_id: found.row.submitCommitId ?? '',
        draft_commit_id: found.row.commitId,
      }
    },
    async migrate({ type, run_model, space_id, workflow_id }, ctx) {
      const isReal = run_model === 2
      const done: Repaired[] = []
      if (type === All.one) {
        if (!workflow_id) throw badInput('workflow_id', 'name the workflow', '请指定工作流')
        await ctx.access.require(ctx.actor!, 'workflow', workflow_id, 'editInfo')
        done.push(await upkeep.repair(await workflows.get(workflow_id), isReal))
      } else {
        if (type === All.space) {
          if (!space_id) throw badInput('space_id', 'name the space', '请指定空间')
          await ctx.access.require(ctx.actor!, 'space', space_id, 'update')
        } else if (!ctx.actor!.isInstanceOwner || ctx.actor!.token) throw errors.noAccess()
        for await (const found of upkeep.repairAll(type === All.space ? space_id : undefined, isReal)) done.push(found)
      }
      const failed = done.filter((item) => item.fault)
      const changed = done.filter((item) => item.changes.length)
      return {
        data: JSON.stringify({
          looked_at: done.length,
          changed: changed.map(({ id, name, changes }) => ({ id, name, changes })),
          cannot_run: failed.map(({ id, name, fault }) => ({ id, name, fault })),
          is_dry_run: !isReal,
        }),
        success_id: done.filter((item) => !item.fault).map((item) => item.id),
        failed_id: failed.map((item) => item.id),
      }
    },
  }
}
