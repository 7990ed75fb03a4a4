import type { Step, StepAttrs } from '@orrery/contract'
import { type attrNames, StepType } from '@orrery/contract/shared/trace-enums'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { WireSpanStatus } from '@orrery/contract/shared/trace-enums'
import type { FullSpan, NamedHead } from './observation.repo.ts'

type Attr = (typeof attrNames)[number]
type Presented = readonly [type: number, attr: Attr | undefined]

const inTurns: Readonly<Record<string, Presented>> = {
  agent: [StepType.agent, 'attr_invoke_agent'],
  model: [StepType.modelCall, 'attr_llm_call'],
  workflow: [StepType.workflow, 'attr_workflow'],
  tool: [StepType.plugin, 'attr_plugin_tool'],
  retrieval: [StepType.knowledge, 'attr_knowledge'],
  function: [StepType.code, 'attr_code'],
  hook: [StepType.hook, 'attr_hook'],
}
/** Presentation of workflow nodes, by node type. */
const inRuns: Readonly<Record<string, Presented>> = {
  Start: [StepType.workflowStart, undefined],
  End: [StepType.workflowEnd, 'attr_workflow_end'],
  LLM: [StepType.workflowModelCall, 'attr_workflow_llm_call'],
  Model: [StepType.workflowModelCall, 'attr_workflow_llm_call'],
  Code: [StepType.workflowCode, 'attr_workflow_code'],
  If: [StepType.workflowCondition, 'attr_workflow_condition'],
  Condition: [StepType.workflowCondition, 'attr_workflow_condition'],
  Intent: [StepType.workflowCondition, 'attr_workflow_condition'],
  Api: [StepType.workflowPlugin, 'attr_workflow_plugin_tool'],
  Http: [StepType.http, 'attr_workflow_http'],
  Dataset: [StepType.workflowKnowledge, 'attr_workflow_knowledge'],
  Variable: [StepType.workflowVariable, 'attr_workflow_variable'],
  Message: [StepType.message, 'attr_workflow_message'],
  Batch: [StepType.batch, 'attr_bw_batch'],
  Loop: [StepType.loop, 'attr_bw_loop'],
  SubWorkflow: [StepType.workflow, 'attr_workflow'],
}
const inRunsByKind: Readonly<Record<string, Presented>> = {
  model: inRuns.LLM!,
  tool: inRuns.Api!,
  retrieval: inRuns.Dataset!,
  workflow: inRuns.SubWorkflow!,
}
const chain: Presented = [StepType.chain, 'attr_chain']
const byPerson: Presented = [StepType.userInput, 'attr_user_input']

function presented(span: FullSpan): Presented {
  if (span.parentId === '') {
    if (span.source === 'run') return [StepType.runInput, 'attr_user_input_v2']
    return span.scene === 'task' ? [StepType.scheduledTask, 'attr_user_input'] : byPerson
  }
  if (span.source !== 'run') return inTurns[span.kind] ?? chain
  if (span.rawType.startsWith('Database')) return [StepType.workflowDatabase, 'attr_workflow_database']
  return inRuns[span.rawType] ?? inRunsByKind[span.kind] ?? chain
}
/** Step types that pages show as one group, by the number of the group on the wire. */
export const stepGroups: Readonly<Record<string, number[]>> = {
  2: [StepType.userInput, StepType.scheduledTask, StepType.runInput],
  3: [StepType.agent],
  4: [StepType.modelCall, StepType.workflowModelCall],
  5: [StepType.workflow],
  6: [StepType.workflowStart],
  7: [StepType.workflowEnd],
  8: [StepType.plugin, StepType.workflowPlugin],
  9: [StepType.knowledge, StepType.workflowKnowledge],
  10: [StepType.code, StepType.workflowCode],
  11: [StepType.workflowCondition],
  13: [StepType.message],
  14: [StepType.variable, StepType.workflowVariable],
  15: [StepType.database, StepType.workflowDatabase],
  16: [StepType.memory],
  17: [StepType.hook],
  18: [StepType.batch],
  19: [StepType.loop],
  24: [StepType.http],
}

const millis = (micros: number) => String(Math.floor(micros / 1000))
const statuses = {
  [SpanStatus.done]: WireSpanStatus.success,
  [SpanStatus.failed]: WireSpanStatus.error,
  [SpanStatus.stopped]: WireSpanStatus.broken,
}
const own = (attributes: Record<string, unknown>, key: string, as: string) => {
  const value = attributes[key]
  return typeof value === 'string' || typeof value === 'number' ? { [as]: String(value) } : {}
}
const attrsOf = (span: FullSpan, head: NamedHead): StepAttrs => ({
  log_id: span.logId || head.logId,
  user_id: head.userId ?? head.userKey,
  bot_id: head.objectKind === 'bot' ? (head.objectId ?? '') : '',
  bot_name: head.objectName,
  bot_env: head.scene,
  bot_version: head.objectVersion,
  bot_space_id: head.spaceId,
  channel: head.connectorId,
  input: span.input,
  output: span.output,
  input_tokens: span.inputTokens,
  output_tokens: span.outputTokens,
  status_code: String(span.errorCode),
  ...(span.parentId === '' && {
    message_id: head.messageId ?? '',
    conversation_id: head.threadId,
    latency_first_resp: millis(head.firstUs),
  }),
  ...(span.model && { model: span.model, latency_first_resp: millis(span.firstUs) }),
  ...(span.kind === 'tool' && { tool_name: span.name }),
  ...own(span.attributes, 'workflow_id', 'workflow_id'),
  ...own(span.attributes, 'execute_id', 'execute_id'),
  ...own(span.attributes, 'workflow_version', 'workflow_version'),
  ...own(span.attributes, 'node_id', 'workflow_node_id'),
  ...own(span.attributes, 'plugin_id', 'plugin_id'),
  ...own(span.attributes, 'tool_id', 'tool_id'),
  ...own(span.attributes, 'knowledge_id', 'knowledge_id'),
})

/** A span in the format of the bot, project and workflow pages. Times in milliseconds. */
export function toStep(span: FullSpan, head: NamedHead): Step {
  const [type, attr] = presented(span)
  return {
    trace_id: span.traceId,
    id: span.spanId,
    parent_id: span.parentId || '0',
    name: span.name,
    type,
    start_time: millis(span.startedAt),
    latency: millis(span.durationUs),
    status: statuses[span.status],
    ...(attr && { [attr]: attrsOf(span, head) }),
  }
}
