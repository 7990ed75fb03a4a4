import type { contract, WorkflowJobInfo } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { Presenter } from '#domains/flow/workflow/shared/present.ts'
import { MAX_BYTES, MAX_ROWS } from './job-sheet.ts'
import { faultText, type JobService, type JobView } from './job.service.ts'

const HOUR = 3_600_000
interface Versions {
  workflow_version?: string | undefined
  project_version?: string | undefined
}

export function jobRoutes(deps: {
  jobs: JobService
  present: Presenter
  links: FileLinks
  requireFeature(name: string, spaceId: string): Promise<void>
}): Handlers<typeof contract.workflowJob> {
  const { jobs, present, links } = deps
  async function shown(rows: JobView[], self: string): Promise<WorkflowJobInfo[]> {
    const person = await present.creatorsOf(
      rows.map((row) => row.userId),
      self,
    )
    return rows.map((row) => ({
      job_id: row.id,
      space_id: row.spaceId,
      workflow_id: row.workflowId,
      workflow_version: row.version,
      project_version: row.projectVersion,
      status: row.status,
      total_count: row.counts.total,
      success_count: row.counts.success,
      failed_count: row.counts.failed,
      create_time: seconds(row.createdAt),
      update_time: seconds(row.updatedAt),
      input_token: row.tokensIn,
      output_token: row.tokensOut,
      job_name: row.name,
      tags: '',
      creator: person(row.userId),
      workflow_name: row.workflowName,
      workflow_url: present.iconOf(row.workflowIcon),
      input_url: row.userId === self ? links.make(row.inputKey, HOUR) : '',
      job_type: 0,
    }))
  }

  return {
    inputConfig: () => ({ max_input_size: MAX_BYTES, max_rows: MAX_ROWS }),
    async inputTemplate(input) {
      return { url: links.make(await jobs.template(input.workflow_id, wantedOf(input)), HOUR) }
    },
    async validateInput(input, ctx) {
      const { workflow_id, input_uri } = input
      const { lines, problems } = await jobs.check(workflow_id, wantedOf(input), keyOf(input_uri), ctx.userId)
      const say = ({ en, zh }: { en: string; zh: string }) => (ctx.locale === 'zh-CN' ? zh : en)
      return {
        pass: problems.length === 0,
        input_cnt: lines.length,
        errors: problems.map((problem) =>
          problem.kind === 'table'
            ? { err_type: 1, csv_err: { error_msg: say(problem.message) } }
            : {
                err_type: 2,
                element_err: {
                  row_index: problem.line,
                  col_index: problem.column,
                  error_msg: say(problem.message),
                  path: problem.name,
                  value: problem.value,
                },
              },
        ),
      }
    },
    async create(input, ctx) {
      await deps.requireFeature('table_jobs', ctx.located!.spaceId)
      if (input.bind_bot_id && input.bind_project_id)
        throw badInput('bind_bot_id', 'give either a bot or a project, not both', '智能体和项目只能指定一个')
      if (input.bind_bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bind_bot_id, 'view')
      if (input.bind_project_id) await ctx.access.require(ctx.actor!, 'project', input.bind_project_id, 'view')
      const job_id = await jobs.create(input.workflow_id, {
        ...wantedOf(input),
        key: keyOf(input.url),
        name: input.job_name,
        userId: ctx.userId,
        logId: ctx.logId,
        context: {
          ...(input.bind_bot_id && { botId: input.bind_bot_id }),
          ...(input.bind_project_id && { projectId: input.bind_project_id }),
        },
      })
      return { job_id }
    },
    async list(input, ctx) {
      const filter = {
        spaceId: input.space_id,
        ids: input.job_ids,
        status: input.status,
        workflowId: input.workflow_id,
        userId: input.login_user_create ? ctx.userId : undefined,
      }
      const { rows, total } = await jobs.list(
        filter,
        input.page,
        input.size,
        input.order_by === 1 ? 'updated' : 'created',
      )
      return { data: await shown(rows, ctx.userId), total, has_more: input.page * input.size < total }
    },
    async cancel({ job_id }) {
      await jobs.cancel(await jobs.get(job_id))
      return {}
    },
    async output({ job_id }, ctx) {
      return { url: links.make(await jobs.output(job_id, ctx.locale), HOUR) }
    },
    async tasks(input, ctx) {
      const job = await jobs.get(input.job_id)
      const filter = { ids: input.task_ids, status: input.status }
      const { rows, total } = await jobs.tasks(job.id, filter, input.page, input.size, input.order_by === 1)
      const [job_info] = await shown([job], ctx.userId)
      return {
        job_info: job_info!,
        task_infos: rows.map((row) => ({
          job_id: job.id,
          task_id: row.id,
          execute_id: row.runId,
          space_id: job.spaceId,
          workflow_id: job.workflowId,
          workflow_version: job.version,
          project_version: job.projectVersion,
          token: row.tokens,
          input: row.input,
          output: row.output.slice(0, 100_000),
          status: row.status,
          create_time: seconds(row.createdAt),
          update_time: seconds(row.updatedAt),
          error_msg: faultText(row, ctx.locale),
          error_code: row.errorCode ? String(row.errorCode) : '',
        })),
        total,
        has_more: input.page * input.size < total,
      }
    },
    async cancelTasks({ job_id, task_id }) {
      if (!task_id.length) throw badInput('task_id', 'give at least one', '请至少指定一项')
      await jobs.cancel(await jobs.get(job_id), task_id)
      return {}
    },
    async retryTasks({ job_id, task_id }, ctx) {
      return { task_execute_id_ref: await jobs.retry(job_id, task_id, ctx.logId) }
    },
  }
}

function wantedOf({ workflow_version: version, project_version: projectVersion }: Versions) {
  if (version && projectVersion)
    throw badInput(
      'project_version',
      'name a version of the workflow or of its project, not both',
      '工作流版本和项目版本只能指定一个',
    )
  return { version, projectVersion }
}
/** Clients send the key of a file, or the link that they received for it. */
const keyOf = (given: string) => /\/api\/file\/([^?]+)/.exec(given)?.[1] ?? given
