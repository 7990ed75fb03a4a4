import type { Call, Ports } from '@orrery/engine'
import type { ActiveRuns } from '../active-run.ts'
import type { RunWriter } from '../run-writer.ts'

/** The methods that change something outside. Before each of them the run is on disk, and after it as soon as its node is done. */
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
      // A process that has lost the run must not act for it.
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
