import type { ModelService } from '#domains/chat/model/model.service.ts'
import { AppError } from '#kit/errors.ts'
import type { SpaceSource } from '#domains/resources/plugin/shared/toolset.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { TaskCheck } from './prompt-release.table.ts'

interface Checked {
  name: string
  spaceId: string
  next: PromptDetail
  /** The version that is currently served. */
  before: PromptDetail | undefined
}

/** Checks whether a version can replace the served one without breaking programs that call it. */
export async function checkRelease(
  { name, spaceId, next, before }: Checked,
  models: Pick<ModelService, 'resolve'>,
  mcp: Pick<SpaceSource, 'find'>,
): Promise<TaskCheck[]> {
  return [
    checkVariables(name, next, before),
    checkTools(name, next, before),
    ...(next.mcp_servers ? [await checkMcp(name, spaceId, next.mcp_servers, mcp)] : []),
    await checkModel(name, spaceId, next, models),
  ]
}

function checkVariables(name: string, next: PromptDetail, before: PromptDetail | undefined): TaskCheck {
  const known = new Map((before?.variables ?? []).map((variable) => [variable.key, variable]))
  const now = new Map(next.variables.map((variable) => [variable.key, variable]))
  const changed = [...known.values()].filter(({ key, variable_type: type }) => {
    const current = now.get(key)
    return current && current.variable_type !== type
  })
  const asked = before ? next.variables.filter(({ key, is_required: isRequired }) => isRequired && !known.has(key)) : []
  const broken = [...changed, ...asked].map(({ key }) => key)
  if (broken.length)
    return {
      type: 'variables',
      result: 'fail',
      en: `${name}: programs that call it now would break, because of the variables ${broken.join(', ')}`,
      zh: `${name}：变量 ${broken.join('、')} 的改动会使现有调用出错`,
    }
  const dropped = [...known.keys()].filter((key) => !now.has(key))
  if (dropped.length)
    return {
      type: 'variables',
      result: 'warn',
      en: `${name}: the variables ${dropped.join(', ')} are not used any more`,
      zh: `${name}：不再使用变量 ${dropped.join('、')}`,
    }
  return { type: 'variables', result: 'pass', en: `${name}: variables fit`, zh: `${name}：变量兼容` }
}

function checkTools(name: string, next: PromptDetail, before: PromptDetail | undefined): TaskCheck {
  const names = (detail: PromptDetail | undefined) =>
    (detail?.tools ?? []).filter(({ disable }) => !disable).map(({ tool_def: tool }) => tool.function.name)
  const now = new Set(names(next))
  const dropped = names(before).filter((tool) => !now.has(tool))
  return dropped.length
    ? {
        type: 'tools',
        result: 'warn',
        en: `${name}: the tools ${dropped.join(', ')} are not there any more`,
        zh: `${name}：不再包含工具 ${dropped.join('、')}`,
      }
    : { type: 'tools', result: 'pass', en: `${name}: tools fit`, zh: `${name}：工具兼容` }
}

async function checkModel(
  name: string,
  spaceId: string,
  next: PromptDetail,
  models: Pick<ModelService, 'resolve'>,
): Promise<TaskCheck> {
  try {
    const model = await models.resolve(next.model.id, spaceId)
    return {
      type: 'model',
      result: 'pass',
      en: `${name}: ${model.name} is there`,
      zh: `${name}：模型 ${model.name} 可用`,
    }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return { type: 'model', result: 'fail', en: `${name}: ${cause.text('en')}`, zh: `${name}：${cause.text('zh-CN')}` }
  }
}

async function checkMcp(
  name: string,
  spaceId: string,
  servers: NonNullable<PromptDetail['mcp_servers']>,
  mcp: Pick<SpaceSource, 'find'>,
): Promise<TaskCheck> {
  const found = await Promise.all(
    servers.map(async (server) => (await mcp.find(server.mcp_server_id, '', false))?.spaceId),
  )
  const missing = servers.filter((_, at) => found[at] !== spaceId).map((one) => one.name || one.mcp_server_id)
  return missing.length
    ? {
        type: 'mcp',
        result: 'fail',
        en: `${name}: the MCP servers ${missing.join(', ')} do not answer`,
        zh: `${name}：MCP 服务 ${missing.join('、')} 不可用`,
      }
    : { type: 'mcp', result: 'pass', en: `${name}: MCP servers answer`, zh: `${name}：MCP 服务可用` }
}
