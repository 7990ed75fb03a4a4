import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { WorkflowBundles } from './bundle.service.ts'
import type { DependencyService } from './dependency.service.ts'
import type { EnvironmentService } from './environment.service.ts'
import type { Presenter } from './shared/present.ts'
import type { CheckTree } from './check-tree.ts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'
import { CommitType } from './workflow.table.ts'

export interface VersionRoutesDeps {
  environments: Pick<EnvironmentService, 'publish'>
  workflows: WorkflowService
  versions: VersionService
  bundles: WorkflowBundles
  dependencies: DependencyService
  /** The canvas that a run executed, by the id of the run. */
  contentOfRun(
    workflowId: string,
    runId: string,
    subRunId: string,
  ): Promise<{ workflowId: string; which: string } | undefined>
  present: Presenter
  checkTree: CheckTree
}
const typeOf = (type: number): CommitType =>
  type >= 2 ? CommitType.publish : type === 1 ? CommitType.submit : CommitType.draft
const DiffType = { none: 0, submit: 1, draft: 2, both: 3 }

export function workflowVersionRoutes(deps: VersionRoutesDeps): Handlers<typeof contract.workflowVersion> {
  const { workflows, versions, bundles, dependencies, present } = deps
  const who = (ctx: Ctx) => ({ actor: ctx.actor, userId: ctx.userId, access: ctx.access })

  return {
    async submit({ workflow_id, desc, force }, ctx) {
      // There is only one draft, so it already contains everything that was submitted (decision 0021).
      return { need_merge: false, submit_commit_id: await versions.submit(workflow_id, ctx.userId, desc, force) }
    },
    async latest({ workflow_id }) {
      const { row } = await workflows.get(workflow_id)
      const [last] = await versions.list({ workflowId: workflow_id, type: CommitType.submit, limit: 1 })
      return {
        need_merge: false,
        latest_submit_version: row.submitCommitId ?? '',
        latest_submit_author: last?.createdBy ?? '',
      }
    },
    async publish(input, ctx) {
      if (input.env) {
        const { env, commit_id, version_description } = input
        const commitId = await deps.environments.publish(
          input.workflow_id,
          env,
          ctx.userId,
          version_description,
          commit_id,
        )
        return {
          workflow_id: input.workflow_id,
          publish_commit_id: commitId,
          success: true,
          vcs_submit_commit_id: commitId,
          vcs_publish_commit_id: commitId,
          version: '',
        }
      }
      const done = await versions.publish(input.workflow_id, ctx.userId, {
        version: input.workflow_version,
        note: input.version_description,
        commitId: input.commit_id,
        isSubmitted: input.has_collaborator,
        force: input.force,
      })
      return {
        workflow_id: input.workflow_id,
        publish_commit_id: done.publishCommitId,
        success: true,
        vcs_submit_commit_id: done.submitCommitId,
        vcs_publish_commit_id: done.publishCommitId,
        version: done.version,
      }
    },
    async list(input) {
      const { head } = await workflows.get(input.workflow_id)
      const rows = await versions.list({
        workflowId: input.workflow_id,
        type: typeOf(input.type),
        limit: input.limit + 1,
        before: input.cursor,
        ids: input.commit_ids?.length ? input.commit_ids : undefined,
      })
      const shown = rows.slice(0, input.limit)
      const hasMore = rows.length > shown.length
      return {
        version_list: await present.versions(shown, head.spaceId),
        cursor: hasMore ? shown.at(-1)!.id : '',
        has_more: hasMore,
      }
    },
    async listMany({ space_id, workflow_id_version_map }, ctx) {
      const rows = []
      for (const [id, wanted] of Object.entries(workflow_id_version_map).slice(0, 100)) {
        if (!(await ctx.access.can(ctx.actor!, 'workflow', id, 'view'))) continue
        for (const version of wanted) {
          const row = await versions.published(id, version)
          if (row) rows.push(row)
        }
      }
      return { version_list: await present.versions(rows, space_id) }
    },
    async operations(input) {
      const { head } = await workflows.get(input.workflow_id)
      const rows = await versions.list({
        workflowId: input.workflow_id,
        type: typeOf(input.type),
        limit: input.limit + 1,
        before: input.last_commit_id,
      })
      const shown = await present.versions(rows.slice(0, input.limit), head.spaceId)
      return {
        operate_list: shown.map((item) => ({ commit_id: item.commit_id, time: item.create_time, user: item.user })),
        start_id: shown[0]?.commit_id ?? '',
        end_id: shown.at(-1)?.commit_id ?? '',
        has_more: rows.length > shown.length,
      }
    },
    async history(input) {
      const ran = input.execute_id
        ? await deps.contentOfRun(input.workflow_id, input.execute_id, input.sub_execute_id ?? '')
        : { workflowId: input.workflow_id, which: input.workflow_version || input.commit_id || '' }
      if (!ran) throw errors.notFound({ what: 'run' })
      const content = await versions.content(ran.workflowId, ran.which)
      return {
        name: content.name,
        describe: content.description,
        url: present.iconOf(content.iconUri),
        schema: content.schema,
        flow_mode: content.flowMode,
        workflow_id: ran.workflowId,
        commit_id: content.id,
        workflow_version: content.version,
        execute_id: input.execute_id ?? '',
        sub_execute_id: input.sub_execute_id ?? '',
        log_id: input.log_id ?? '',
      }
    },
    async revert({ workflow_id, commit_id }, ctx) {
      const { row } = await versions.revert(workflow_id, ctx.userId, commit_id)
      return { submit_commit_id: row.submitCommitId ?? '', save_version: row.commitId }
    },
    async merge(input, ctx) {
      const { head, row } = await workflows.save(input.workflow_id, ctx.userId, {
        schema: input.schema,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        submitCommitId: input.submit_commit_id,
      })
      return { name: head.name, url: present.iconOf(head.iconUri), status: 2, save_version: row.commitId }
    },
    async differences({ workflow_id, type }) {
      const { before, after } = await versions.differences(workflow_id, typeOf(type) || CommitType.submit)
      return present.diff(before, after)
    },
    async conflict({ workflow_id }) {
      const { before: submitted, after: draft } = await versions.differences(workflow_id, CommitType.submit)
      const { before: published } = await versions.differences(workflow_id, CommitType.publish)
      const submitDiff = present.diff(published, submitted ?? draft)
      const draftDiff = present.diff(published, draft)
      const side = (key: keyof typeof submitDiff) =>
        (submitDiff[key].modify ? DiffType.submit : DiffType.none) |
        (draftDiff[key].modify ? DiffType.draft : DiffType.none)
      return {
        submit_diff: submitDiff,
        draft_diff: draftDiff,
        diff_type: {
          name_type: side('name_dif'),
          describe_type: side('describe_dif'),
          icon_url_type: side('icon_url_dif'),
          schema_type: side('schema_dif'),
        },
      }
    },
    compare: ({ workflow_id, before, after }) => versions.compare(workflow_id, before, after),
    async references({ workflow_id }, ctx) {
      const found = await workflows.callers(workflow_id)
      const allowed = await Promise.all(
        found.map(({ head }) => ctx.access.can(ctx.actor!, 'workflow', head.id, 'view')),
      )
      return {
        workflow_list: await present.workflows(
          found.filter((_, at) => allowed[at]),
          ctx.userId,
        ),
      }
    },
    async dependencies({ library_info, project_info }, ctx) {
      const wanted = library_info ?? project_info
      if (!wanted)
        throw errors.badInput({ problem: 'library_info: say which workflow', problemZh: 'library_info：请指明工作流' })
      await ctx.access.require(ctx.actor!, 'workflow', wanted.workflow_id, 'view')
      const version =
        library_info?.draft === false || library_info?.workflow_version ? (library_info.workflow_version ?? '') : ''
      return dependencies.tree(wanted.workflow_id, version, (id) => ctx.access.can(ctx.actor!, 'workflow', id, 'view'))
    },
    async validate({ workflow_id, schema, bind_project_id, bind_bot_id }, ctx) {
      if (bind_project_id) await ctx.access.require(ctx.actor!, 'project', bind_project_id, 'view')
      if (bind_bot_id) await ctx.access.require(ctx.actor!, 'bot', bind_bot_id, 'view')
      const mayView = (id: string) => ctx.access.can(ctx.actor!, 'workflow', id, 'view')
      const ownerId = bind_project_id ?? bind_bot_id
      return { data: await deps.checkTree({ workflowId: workflow_id, schema, ownerId }, mayView) }
    },
    async export({ workflow_id, with_dependencies }, ctx) {
      const { fileName, bundle } = await bundles.export(workflow_id, with_dependencies, who(ctx))
      return { file_name: fileName, bundle }
    },
    async import(input, ctx) {
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'createResource')
      for (const id of Object.values(input.id_map)) await ctx.access.require(ctx.actor!, 'resource', id, 'view')
      const target = { spaceId: input.space_id, projectId: input.project_id, actor: who(ctx) }
      const report = await bundles.import(input.bundle, input.id_map, input.dry_run, target)
      return {
        dry_run: input.dry_run,
        workflows: report.workflows,
        missing: report.missing,
        id_map: Object.fromEntries(report.ids),
      }
    },
  }
}
