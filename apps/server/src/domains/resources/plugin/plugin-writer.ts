import type { ApiParameter } from '@orrery/contract'
import type { WriteRequest } from '#domains/chat/model/shared/text-writer.ts'
import { isObject } from './import/openapi-types.ts'

export interface WriterDeps {
  write(request: WriteRequest): Promise<string>
}

/** Generates descriptions of tools with a model. Descriptions that it leaves out do not change. */
export function createPluginWriter({ write }: WriterDeps) {
  async function describeParameters(
    params: ApiParameter[],
    about: string,
    spaceId: string,
    signal: AbortSignal,
  ): Promise<ApiParameter[]> {
    if (!params.length) return params
    const names = flatten(params)
    const text = await write({
      spaceId,
      system:
        'You write descriptions of API parameters for language models. Answer with one JSON object: each key is a path from the list, each value one short sentence that says what to put there and in which form.',
      prompt: JSON.stringify({ tool: about, parameters: names }),
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map(({ path }) => [path, { type: 'string' }])),
        required: names.map(({ path }) => path),
      },
      signal,
    })
    const written = parse(text)
    const apply = (list: ApiParameter[], prefix: string): ApiParameter[] =>
      list.map((item) => {
        const path = prefix + item.name
        const desc = typeof written[path] === 'string' ? written[path].trim().slice(0, 4000) : ''
        return { ...item, desc: desc || item.desc, sub_parameters: apply(item.sub_parameters, `${path}.`) }
      })
    return apply(params, '')
  }
  return {
    describeParameters,
    async describeTool(about: string, spaceId: string, signal: AbortSignal): Promise<string> {
      const text = await write({
        spaceId,
        system:
          'You improve descriptions of tools for language models. Answer with the improved description only: at most three plain sentences that say what the tool does, when to use it and what it gives back.',
        prompt: about || 'A tool without a description',
        signal,
      })
      return text.trim().slice(0, 2000)
    },
  }
}
export type PluginWriter = ReturnType<typeof createPluginWriter>

const flatten = (params: ApiParameter[], prefix = ''): { path: string; desc: string }[] =>
  params
    .flatMap((param) => [
      { path: prefix + param.name, desc: param.desc },
      ...flatten(param.sub_parameters, `${prefix}${param.name}.`),
    ])
    .slice(0, 200)
function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text.replace(/^[^{]*/, '').replace(/[^}]*$/, '')) as unknown
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
