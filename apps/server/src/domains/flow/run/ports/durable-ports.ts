import type { Call, Ports } from '@orrery/engine'
import type { ActiveRuns } from '../active-run.ts'
import type { RunWriter } from '../run-writer.ts'

/**
 * Methods with effects outside of the run. A checkpoint is written before each of them, and again when the node has
 * finished.
 */
const effects: { [P in keyof Ports]?: readonly string[] } = {
  http: ['send'],
  plugin: ['call'],
  knowledge: ['write', 'remove'],
  database: ['sql', 'insert', 'update', 'remove'],
  conversation: ['create', 'rename', 'remove', 'clear', 'createMessage', 'editMessage', 'removeMessage'],
  variables: ['write'],
  triggers: ['upsert', 'remove'],
  image: ['generate'],
  scene: ['variables', 'chat'],
}
type Method = (...args: unknown[]) => unknown

export function durablePorts(ports: Ports, runs: ActiveRuns, writer: Pick<RunWriter, 'checkpoint'>): Ports {
  const guard = (target: object, method: Method): Method =>
    async function guarded(...args) {
      const call = args.findLast(
        (arg): arg is Call => typeof arg === 'object' && arg !== null && 'runId' in arg && 'signal' in arg,
      )
      const active = call && runs.byId.get(call.runId)
      // Throws if another process has taken the run over, so that this one causes no effect.
      if (active) await writer.checkpoint(active)
      try {
        return await method.apply(target, args)
      } finally {
        if (active) active.dirty = true
      }
    }
  const guarded: Ports = { ...ports }
  for (const [name, methods] of Object.entries(effects) as [keyof Ports, readonly string[]][]) {
    const port = ports[name] as Record<string, Method> | undefined
    if (!port) continue
    const changed = Object.fromEntries(
      methods.flatMap((method) => (port[method] ? [[method, guard(port, port[method])]] : [])),
    )
    Object.assign(guarded, { [name]: { ...port, ...changed } })
  }
  return guarded
}
