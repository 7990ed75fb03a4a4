import { param, ref, START } from '../canvas-build.ts'
import type { Json } from '../read-value.ts'

/** What the other product names `node.variable` in its texts, as an input with a name of its own. */
export interface References {
  /** The text with our placeholders; what it names becomes inputs. */
  text(value: string): string
  /** The same for places whose placeholders name the node themselves. */
  direct(value: string): string
  selector(path: readonly string[]): Json | undefined
  inputs(): Json[]
}
export interface Scope {
  startId: string
  isChat: boolean
  /** The name of our output for an output of theirs. */
  outputOf(nodeId: string, variable: string): string
  unknown(what: string): void
}

export function createReferences(scope: Scope): References {
  const names = new Map<string, { name: string; input: Json }>()
  function target(path: readonly string[]): Json | undefined {
    const [node = '', ...rest] = path
    const variable = rest.join('.')
    if (node === 'sys') {
      if (variable === 'query' && scope.isChat) return ref(START, 'USER_INPUT')
      if (variable === 'user_id')
        return {
          type: 'string',
          value: {
            type: 'ref',
            content: { source: 'global_variable_system', path: ['sys_uuid'], blockID: '', name: '' },
          },
        }
      scope.unknown(`sys.${variable}`)
      return undefined
    }
    if (node === 'env' || node === 'conversation') {
      scope.unknown(`${node}.${variable}`)
      return undefined
    }
    return node === scope.startId ? ref(START, variable) : ref(node, scope.outputOf(node, variable))
  }
  function nameFor(path: readonly string[]): string | undefined {
    const key = path.join('.')
    const known = names.get(key)
    if (known) return known.name
    const input = target(path)
    if (!input) return undefined
    const base = (path.at(-1) ?? 'value').replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(\d)/, '_$1') || 'value'
    const taken = new Set([...names.values()].map((one) => one.name))
    let name = base
    for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`
    names.set(key, { name, input })
    return name
  }
  return {
    text: (value) =>
      value.replaceAll(/\{\{#([^#{}]{1,200})#\}\}/g, (whole, path: string) => {
        const name = nameFor(path.trim().split('.'))
        return name === undefined ? whole : `{{${name}}}`
      }),
    direct: (value) =>
      value.replaceAll(/\{\{#([^#{}]{1,200})#\}\}/g, (whole, path: string) => {
        const { content } = (target(path.trim().split('.'))?.value ?? {}) as { content?: Record<string, unknown> }
        return content?.source === 'block-output' ? `{{block_output_${content.blockID}.${content.name}}}` : whole
      }),
    selector: target,
    inputs: () => [...names.values()].map(({ name, input }) => param(name, input)),
  }
}
