import type { OwnComponent } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import { type Builder, usesShelf } from '#kit/sandbox/builder.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'

export interface TrialDeps {
  builder: Pick<Builder, 'shelf'>
  sandbox: Pick<Sandbox, 'run'>
}
interface Tried {
  spaceId: string
  components: OwnComponent[]
}
interface Broken {
  name: string
  message: string
}
const TIMEOUT_MS = 5000
const DRAW = `;globalThis.main = ({ params }) => ({
  broken: params.components.flatMap(({ name, props }) => {
    const made = ownComponents[name]
    if (typeof made !== 'function' || made.isTrial !== true) return []
    try {
      made(props)
      return []
    } catch (cause) {
      return [{ name, message: String((cause && cause.message) || cause).slice(0, 300) }]
    }
  }),
})`

/** Draws the components that are made with React once, where code can do nothing but compute. What fails there would fail for everybody. */
export function createTrial({ builder, sandbox }: TrialDeps) {
  return async function tryOut({ spaceId, components }: Tried, code: string): Promise<Broken | undefined> {
    if (!usesShelf(code)) return undefined
    const shelf = await builder.shelf('trial', code)
    const given = components.map(({ name, props }) => ({
      name,
      props: Object.fromEntries(props.map((prop) => [prop.name, prop.initial])),
    }))
    try {
      const { output } = await sandbox.run({
        language: 'javascript',
        code: `${shelf}\n${code}${DRAW}`,
        params: { components: given },
        timeoutMs: TIMEOUT_MS,
        owner: spaceId,
      })
      return (output as { broken?: Broken[] } | null)?.broken?.[0]
    } catch (cause) {
      // It never came to an end, or took too much: that is a fault of the component as well.
      if (!(cause instanceof AppError)) throw cause
      return { name: components[0]!.name, message: cause.text('en').slice(0, 300) }
    }
  }
}
