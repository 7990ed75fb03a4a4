import { ToolRunMode } from '@orrery/contract'
import { checkValue } from '#kit/json-schema/check-value.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import { fillArguments, missingArguments } from '#kit/json-schema/fill-arguments.ts'
import { withoutHidden } from '#kit/json-schema/trim-answer.ts'
import { pluginErrors } from '#domains/resources/plugin/plugin.errors.ts'
import type { OfficialSource, Tool, Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { BuiltinEnv, BuiltinPlugin, BuiltinTool } from './builtin-types.ts'
import { calculator, unitConversion } from './calculate.ts'
import { codeRunner, hashing, regex } from './codes.ts'
import { csvTools, jsonTools } from './data.ts'
import { markdownTools, pdf } from './documents.ts'
import { databaseQuery, knowledgeSearch, mail, memory } from './instance-parts.ts'
import { inChinese } from './parameter-words.ts'
import { charts, imageTools, qrCode } from './pictures.ts'
import { random, templates, textTools } from './texts.ts'
import { time } from './time.ts'
import { http, rss, webReader, webSearch } from './web.ts'

export const builtinPlugins: BuiltinPlugin[] = [
  time,
  calculator,
  unitConversion,
  textTools,
  jsonTools,
  csvTools,
  regex,
  qrCode,
  imageTools,
  charts,
  pdf,
  webReader,
  webSearch,
  http,
  mail,
  knowledgeSearch,
  databaseQuery,
  memory,
  codeRunner,
  hashing,
  templates,
  rss,
  random,
  markdownTools,
]
/** Far below the generated ids of user resources. */
export const pluginIdOf = (plugin: Pick<BuiltinPlugin, 'number'>) => String(70_000_000 + plugin.number)
const toolIdOf = (plugin: BuiltinPlugin, index: number) => String((70_000_000 + plugin.number) * 100 + index + 1)

/** Official plugins: built-in code, the same in every space. */
export function createOfficialPlugins(env: BuiltinEnv): OfficialSource {
  const open = (plugin: BuiltinPlugin, locale: 'en' | 'zh'): Toolset => {
    const rows = new Map<string, BuiltinTool>()
    const tools = plugin.tools.map((tool, index): Tool => {
      const id = toolIdOf(plugin, index)
      rows.set(id, tool)
      const request = locale === 'zh' ? inChinese(tool.request) : tool.request
      return {
        id,
        name: tool.name,
        description: tool.description[locale],
        request,
        response: locale === 'zh' ? inChinese(tool.response) : tool.response,
        parameters: toJsonSchema(request),
        disabled: false,
        changes: tool.changes === true,
        runMode: ToolRunMode.sync,
        example: {
          request: JSON.stringify(tool.example.request),
          response: tool.example.response === undefined ? '' : JSON.stringify(tool.example.response),
        },
      }
    })
    return {
      id: pluginIdOf(plugin),
      source: 'official',
      name: plugin.name[locale],
      description: plugin.description[locale],
      iconUri: `builtin/official/${plugin.icon}.png`,
      spaceId: undefined,
      version: 'v1.0.0',
      versionId: '1',
      tools,
      async call(tool, args, context, settings) {
        const params = settings?.request ?? tool.request
        const filled = fillArguments(params, args, await context.variables?.())
        const missing = missingArguments(params, filled)
        if (missing.length) throw pluginErrors.missingArguments({ names: missing.join(', ') })
        const problem = checkValue(filled, toJsonSchema(params, true))
        if (problem) throw pluginErrors.badArguments({ reason: problem })
        const output = withoutHidden(await rows.get(tool.id)!.run(filled, env, context), settings?.response)
        return { output, raw: JSON.stringify(output ?? null), request: JSON.stringify(filled) }
      },
    }
  }
  const english = builtinPlugins.map((plugin) => open(plugin, 'en'))
  const chinese = builtinPlugins.map((plugin) => open(plugin, 'zh'))
  const byId = new Map(english.map((set) => [set.id, set]))
  const chineseById = new Map(chinese.map((set) => [set.id, set]))
  return {
    has: (id) => byId.has(id),
    find: async (id, _version, _isDraft, locale) => (locale === 'zh-CN' ? chineseById : byId).get(id),
    list: (locale) => (locale === 'zh-CN' ? chinese : english),
  }
}
