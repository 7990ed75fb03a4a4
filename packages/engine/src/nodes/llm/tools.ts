import type { Plan, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { boolField, field, listField, objectField, textField } from '#canvas/fields.ts'
import { EngineError, toEngineError } from '#errors.ts'
import type { PluginRef, ToolCall, ToolSpec } from '#ports.ts'
import { callOf, missingPort, need } from '#run/call.ts'
import { runWorkflow } from '#run/children.ts'
import { parseJson, stableJson, valueText } from '#values/json.ts'
import { isObject, setOwn, type Values } from '#values/own.ts'
import type { CompileScope } from '../node-kind.ts'
import { objectSchema } from './json-schema.ts'

interface ToolSetting {
  defaults: Values
  hidden: ReadonlySet<string>
  dropped: ReadonlySet<string>
}
export type ToolRef = { setting: ToolSetting } & (
  | { kind: 'workflow'; workflowId: string; version: string }
  | { kind: 'plugin'; ref: PluginRef }
)

/** A tool with its description for the model and its target. */
interface Tool {
  spec: ToolSpec
  ref: ToolRef
  plan?: Plan
}
export interface ToolResult {
  text: string
  /** The result of the tool is the answer of the node. */
  direct: boolean
}

export function parseTools(scope: CompileScope): ToolRef[] {
  const raw = objectField(scope.node.inputs, 'fcParam')
  const workflows = listField(objectField(raw, 'workflowFCParam'), 'workflowList').map((item): ToolRef => {
    const workflowId = textField(item, 'workflow_id')
    const version = boolField(item, 'is_draft') ? '' : textField(item, 'workflow_version')
    scope.uses({ workflowId, version })
    return { kind: 'workflow', workflowId, version, setting: parseSetting(item) }
  })
  const plugins = listField(objectField(raw, 'pluginFCParam'), 'pluginList').map((item): ToolRef => {
    const version = boolField(item, 'is_draft') ? '' : textField(item, 'plugin_version')
    const [pluginId, apiId, apiName] = [
      textField(item, 'plugin_id'),
      textField(item, 'api_id'),
      textField(item, 'api_name'),
    ]
    return {
      kind: 'plugin',
      ref: { pluginId, apiId, apiName, version, from: textField(item, 'plugin_from') },
      setting: parseSetting(item),
    }
  })
  return [...workflows, ...plugins]
}

function parseSetting(raw: unknown): ToolSetting {
  const setting = objectField(raw, 'fc_setting')
  const defaults: Values = {}
  const hidden = new Set<string>()
  for (const param of listField(setting, 'request_params')) {
    const name = textField(param, 'name')
    const value = field(param, 'local_default')
    if (value !== undefined && value !== null && value !== '') setOwn(defaults, name, value)
    if (boolField(param, 'local_disable')) hidden.add(name)
  }
  const dropped = listField(setting, 'response_params').filter((item) => boolField(item, 'local_disable'))
  return { defaults, hidden, dropped: new Set(dropped.map((item) => textField(item, 'name'))) }
}

export async function loadTools(task: Task, refs: readonly ToolRef[]): Promise<Map<string, Tool>> {
  const tools = new Map<string, Tool>()
  for (const ref of refs) {
    const tool = ref.kind === 'workflow' ? await loadWorkflow(task, ref) : await loadPlugin(task, ref)
    tool.spec = { ...tool.spec, parameters: hide(tool.spec.parameters, ref.setting.hidden) }
    tools.set(tool.spec.name, tool)
  }
  return tools
}

async function loadWorkflow(task: Task, ref: ToolRef & { kind: 'workflow' }): Promise<Tool> {
  const port = need(task, 'workflows')
  const plan = await port.load(ref, callOf(task, 'tools'))
  if (!plan)
    throw new EngineError(
      ErrorCode.engine.notFound,
      `the tool workflow ${ref.workflowId} ${ref.version} was not found`,
      {
        zh: `找不到作为工具的工作流 ${ref.workflowId} ${ref.version}`,
      },
    )
  const about = await port.describe?.(ref, callOf(task, 'tools'))
  const name = about?.name ?? ref.workflowId
  const spec = {
    name: `ts_${name}_${name}`,
    description: about?.description ?? '',
    parameters: objectSchema(plan.inputs),
  }
  return { spec, ref, plan }
}

async function loadPlugin(task: Task, ref: ToolRef & { kind: 'plugin' }): Promise<Tool> {
  const port = need(task, 'plugin')
  if (!port.describe) throw missingPort(task, 'plugin.describe')
  return { spec: await port.describe(ref.ref, callOf(task, 'tools')), ref }
}

function hide(parameters: Values, hidden: ReadonlySet<string>): Values {
  const properties = parameters.properties
  if (!hidden.size || !isObject(properties)) return parameters
  const required = Array.isArray(parameters.required)
    ? parameters.required.filter((item) => !hidden.has(String(item)))
    : []
  return {
    ...parameters,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !hidden.has(key))),
    required,
  }
}

/** Calls a tool. Errors are returned to the model, which may try again, unless the run was cancelled. */
export async function callTool(
  task: Task,
  tools: ReadonlyMap<string, Tool>,
  call: ToolCall,
  step: string,
): Promise<ToolResult> {
  const tool = tools.get(call.name)
  if (!tool) return { text: `error: there is no tool named "${call.name}"`, direct: false }
  try {
    const args = { ...tool.ref.setting.defaults, ...parseArguments(call.arguments, tool.ref.setting.hidden) }
    return tool.plan ? await callWorkflow(task, tool, args, step) : await callPlugin(task, tool, args, step)
  } catch (thrown) {
    const error = toEngineError(thrown)
    if (error.code === ErrorCode.engine.cancelled || task.closed) throw error
    return { text: `error: ${error.message}`, direct: false }
  }
}

function parseArguments(text: string, hidden: ReadonlySet<string>): Values {
  const parsed = text.trim() ? parseJson(text) : {}
  if (!isObject(parsed)) throw toEngineError('the arguments are not a JSON object')
  return Object.fromEntries(Object.entries(parsed).filter(([key]) => !hidden.has(key)))
}

async function callWorkflow(task: Task, tool: Tool, args: Values, step: string): Promise<ToolResult> {
  const frame = await runWorkflow(task, tool.plan!, step, args)
  const { output, text } = frame.result!
  if (text !== undefined) return { text, direct: true }
  return { text: stableJson(keep(output, tool.ref.setting.dropped)), direct: false }
}

async function callPlugin(task: Task, tool: Tool, args: Values, step: string): Promise<ToolResult> {
  const { ref } = tool.ref as ToolRef & { kind: 'plugin' }
  const { output, authUrl } = await need(task, 'plugin').call(ref, args, callOf(task, step))
  if (authUrl)
    throw new EngineError(
      ErrorCode.engine.authRequired,
      `the person must first allow this plugin to act for them: ${authUrl}`,
      { zh: `使用者须先授权此插件：${authUrl}` },
    )
  return { text: valueText(isObject(output) ? keep(output, tool.ref.setting.dropped) : output), direct: false }
}

const keep = (value: Values, dropped: ReadonlySet<string>): Values =>
  dropped.size ? Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key))) : value
