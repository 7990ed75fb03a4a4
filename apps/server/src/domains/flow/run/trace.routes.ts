import type { contract } from '@orrery/contract'
import { keyOf, NodeType } from '@orrery/engine/node-type'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { Presenter } from '#domains/flow/workflow/shared/present.ts'
import type { RunEventStream } from './run-event-stream.ts'
import type { RunService } from './run.service.ts'
import { RunKind } from './run-types.ts'
import { recordIn, rowIn, viewIn } from './run-words.ts'
import { rootSpan, spanTree } from './span-tree.ts'
import { toTraceSpan, toWorkflowSpan } from './spans.ts'

interface LiveRunDeps {
  runs: Pick<RunService, 'view'>
  events: RunEventStream
  present: Presenter
}

/** What the editor shows of a run: its live events and its trace. */
export function liveRunRoutes({
  runs,
  events,
  present,
}: LiveRunDeps): Pick<Handlers<typeof contract.workflowEditor>, 'runEvents' | 'runTrace'> {
  return {
    async runEvents({ workflow_id, execute_id }, ctx) {
      const lastEventId = ctx.request.headers.get('last-event-id') ?? ''
      return events(workflow_id, execute_id, lastEventId, ctx.locale, ctx.signal)
    },
    async runTrace({ workflow_id, execute_id }, ctx) {
      const view = viewIn(await runs.view(workflow_id, execute_id), ctx.locale)
      const { row } = view
      const spans = spanTree(view)
      const person = (await present.creatorsOf([row.userId], ctx.userId))(row.userId)
      const [root] = spans
      return {
        trace: {
          trace_id: row.id,
          workflow_id,
          bot_id: row.context.botId ?? '',
          bot_version: row.version,
          conversation_id: row.context.conversationId ?? '',
          message_id: '',
          user_id: row.userId,
          user_name: person.name,
          user_avatar_url: person.avatar_url,
          scene: row.kind === RunKind.published ? 'online' : 'debug',
          connector_id: row.context.connectorId ?? '',
          status: root!.isStopped ? 3 : root!.errorCode ? 2 : 1,
          error_code: root!.errorCode,
          error_msg: root!.error,
          started_at: row.createdAt,
          duration_ms: root!.ms,
          first_token_ms: spans.find((span) => span.kind === 'model')?.firstMs ?? 0,
          input_tokens: row.tokensIn,
          output_tokens: row.tokensOut,
          cost: row.cost,
          span_count: spans.length,
          failed_count: spans.filter((span) => span.errorCode && span !== root).length,
          model_names: [...new Set(spans.filter((span) => span.kind === 'model').map((span) => span.name))].join(', '),
          input: root!.input,
          output: root!.output,
          feedback: 0,
        },
        spans: spans.map((span) => toTraceSpan(span, row.createdAt)),
      }
    },
  }
}

/** Earlier runs of a workflow as spans. */
export function spanRoutes(
  runs: Pick<RunService, 'history' | 'view'>,
): Pick<Handlers<typeof contract.workflowStudio>, 'subProcesses' | 'listSpans' | 'trace'> {
  return {
    async subProcesses({ parent_workflow_id, parent_node_id, workflow_id }, ctx) {
      const rows = await runs.history({ workflowId: parent_workflow_id, limit: 20 })
      const views = await Promise.all(rows.map((row) => runs.view(parent_workflow_id, row.id)))
      return {
        data: views.flatMap(({ row, records }) =>
          records
            .filter((record) => record.nodeId === parent_node_id && record.type === keyOf(NodeType.SubWorkflow))
            .map((record) => ({
              workflow_id: workflow_id ?? '',
              nodeId: record.nodeId,
              executeId: `${row.id}:${record.path}`,
              status: record.status,
              create_time: Math.floor(record.startedAt / 1000),
              update_time: Math.floor((record.startedAt + (record.durationMs ?? 0)) / 1000),
              operator_id: row.userId,
              error_code: record.errorCode ? String(record.errorCode) : '',
              error_msg: recordIn(record, ctx.locale).error ?? '',
              parent_execute_id: row.id,
            })),
        ),
      }
    },
    async listSpans(input, ctx) {
      const rows = await runs.history({
        workflowId: input.workflow_id,
        from: input.start_at,
        to: input.end_at,
        status: input.status === 1 ? 2 : input.status === 2 ? 3 : undefined,
        // 1 selects test runs, 2 selects published runs.
        kinds: input.execute_mode === 1 ? [0, 2, 3] : input.execute_mode === 2 ? [1] : undefined,
        words: input.input,
        isOldestFirst: input.desc_by_start_time === false,
        offset: input.offset,
        limit: input.limit,
      })
      return { spans: rows.map((row) => toWorkflowSpan(rootSpan(rowIn(row, ctx.locale)), row.id, row.logId)) }
    },
    async trace({ workflow_id, execute_id, log_id }, ctx) {
      const id =
        execute_id ?? (log_id && (await runs.history({ workflowId: workflow_id, logId: log_id, limit: 1 }))[0]?.id)
      if (!id) throw errors.notFound({ what: 'run' })
      const view = viewIn(await runs.view(workflow_id, id), ctx.locale)
      const spans = spanTree(view).map((span) => toWorkflowSpan(span, id, view.row.logId))
      const [root] = spans
      return {
        spans,
        header: {
          duration: root!.duration,
          tokens: view.row.tokensIn + view.row.tokensOut,
          status_code: root!.status_code,
          tags: root!.tags,
          message_id: '',
          start_time: root!.start_time,
        },
      }
    },
  }
}
