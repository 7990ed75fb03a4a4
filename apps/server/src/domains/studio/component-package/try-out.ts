import type { OwnComponent } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import { type Builder, usesShelf } from '#kit/sandbox/builder.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'

export interface TrialDeps {
  builder: Pick<Builder, 'shelf'>
  sandbox: Pick<Sandbox, 'run'>
}
interface TrialInput {
  spaceId: string
  components: OwnComponent[]
}
interface TrialFault {
  name: string
  message: string
  /** The location in the script of the components. Line and column start at 0. */
  place?: { line: number; column: number }
}
const TIMEOUT_MS = 5000
/** An error while the script loads is reported like one while a component renders. */
const DRAW = `
} catch (cause) {
  globalThis.orreryThrown = { cause }
}
globalThis.main = ({ params }) => {
  const told = (name, cause) => {
    const places = [...String(cause && cause.stack).matchAll(/code\\.js:(\\d+):(\\d+)/g)].map(([, line, column]) => [+line, +column])
    const place = places.find(([line]) => line >= params.from)
    return [{ name, message: String((cause && cause.message) || cause).slice(0, 300), ...(place && { line: place[0] - params.from, column: place[1] - 1 }) }]
  }
  if (globalThis.orreryThrown) return { broken: told(params.components[0].name, globalThis.orreryThrown.cause) }
  return {
    broken: params.components.flatMap(({ name, props }) => {
      const made = ownComponents[name]
      if (typeof made !== 'function' || made.isTrial !== true) return []
      try {
        made(props)
        return []
      } catch (cause) {
        return told(name, cause)
      }
    }),
  }
}`

/** Renders components written in React once in the sandbox. A component that fails there would fail for everyone. */
export function createTrial({ builder, sandbox }: TrialDeps) {
  return async function tryOut({ spaceId, components }: TrialInput, code: string): Promise<TrialFault | undefined> {
    if (!usesShelf(code)) return undefined
    const shelf = await builder.shelf('trial', code)
    const given = components.map(({ name, props }) => ({
      name,
      props: Object.fromEntries(props.map((prop) => [prop.name, prop.initial])),
    }))
    const before = `${shelf}\ntry {\n`
    try {
      const { output } = await sandbox.run({
        language: 'javascript',
        code: `${before}${code}${DRAW}`,
        params: { components: given, from: before.split('\n').length },
        timeoutMs: TIMEOUT_MS,
        owner: spaceId,
      })
      return readFault(output, components[0]!.name)
    } catch (cause) {
      // A timeout or exceeded memory is a fault of the component too.
      if (!(cause instanceof AppError)) throw cause
      return { name: components[0]!.name, message: cause.text('en').slice(0, 300) }
    }
  }
}
/** Reads the result defensively: the script may have changed anything that produces it. */
function readFault(output: unknown, fallback: string): TrialFault | undefined {
  const [first] = ((output as { broken?: unknown } | null)?.broken as Record<string, unknown>[] | undefined) ?? []
  if (!first) return undefined
  const { name, message, line, column } = first
  const isPlace = Number.isSafeInteger(line) && Number.isSafeInteger(column) && Number(line) >= 0 && Number(column) >= 0
  return {
    name: typeof name === 'string' ? name.slice(0, 100) : fallback,
    message: String(message).slice(0, 300),
    ...(isPlace && { place: { line: Number(line), column: Number(column) } }),
  }
}
