import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { fillArguments, missingArguments } from '#kit/json-schema/fill-arguments.ts'
import { pluginErrors } from '../plugin.errors.ts'
import type { ToolRow } from '../plugin.table.ts'
import type { CallContext, CallResult, ToolSettings } from '../shared/toolset.ts'
import { readAnswer } from './http-call.ts'

/** The two code runtimes, by the ids that clients use. */
export const Runtime = { node: '1', python: '2' } as const
export const languageOf = (runtime: string) => (runtime === Runtime.python ? 'python' : 'javascript')
export const codeTemplates = {
  [Runtime.node]: `/**
 * @param {{ input: Record<string, any>, logger: { info(...args: any[]): void } }} args
 * @returns {Promise<Record<string, any>>}
 */
export async function handler({ input, logger }) {
  logger.info('called with', input)
  return { message: \`Hello, \${input.name ?? 'world'}!\` }
}
`,
  [Runtime.python]: `def handler(args):
    """args.input holds the arguments, args.logger.info(...) prints to the debug log."""
    args.logger.info("called with", args.input)
    return {"message": "Hello, " + str(args.input.get("name", "world")) + "!"}
`,
}

/** Wraps the code of a tool in the function that the sandbox calls. */
function wrap(code: string, functionName: string, runtime: string): string {
  const name = /^[A-Za-z_]\w*$/.test(functionName) ? functionName : 'handler'
  if (languageOf(runtime) === 'javascript')
    return `${code.replace(/^(\s*)export\s+(default\s+)?(?=async\b|function\b|const\b|let\b|class\b)/gm, '$1')}
;globalThis.main = async ({ params }) => ${name}({ input: params.input, params: params.input, logger: { info: console.log, warn: console.log, error: console.log } })`
  return `${code}

class _Logger:
    def info(self, *words):
        print(*words)
    warn = error = debug = info
class _Args:
    pass
async def main(args):
    given = _Args()
    given.input = args.params["input"]
    given.params = given.input
    given.logger = _Logger()
    made = ${name}(given)
    if hasattr(made, "__await__"):
        made = await made
    return made
`
}

/** Runs a code tool. The sandbox has no access to the network or to files. */
export async function callCode(
  sandbox: Pick<Sandbox, 'run'>,
  tool: ToolRow,
  runtime: string,
  args: Record<string, unknown>,
  context: CallContext,
  settings?: ToolSettings,
): Promise<CallResult> {
  if (!tool.code.trim()) throw pluginErrors.noCode({ tool: tool.name })
  const params = settings?.request ?? tool.request
  const input = fillArguments(params, args, await context.variables?.())
  const missing = missingArguments(params, input)
  if (missing.length) throw pluginErrors.missingArguments({ names: missing.join(', ') })
  const { output, logs } = await sandbox.run({
    language: languageOf(runtime),
    code: wrap(tool.code, tool.functionName, runtime),
    params: { input },
    timeoutMs: 60_000,
    signal: context.signal,
    owner: context.spaceId,
  })
  const raw = JSON.stringify(output ?? null)
  const answer = readAnswer(raw, settings?.response ?? tool.response, tool)
  return { ...answer, raw, request: JSON.stringify({ input, ...(logs.length && { logs }) }) }
}
