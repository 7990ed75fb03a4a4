import type { Texts } from '#lib/i18n.ts'
import type { CanvasDiff, EdgePort } from './canvas-diff.ts'
import { fieldName } from './use-field-name.ts'

const signs = { added: '+', removed: '-', changed: '~' } as const

/** The changes as plain text, for a message or a changelog. */
export function diffText(t: Texts<'workflow-run'>, diff: CanvasDiff): string {
  const nodes = diff.nodes.flatMap((node) => [
    `${signs[node.change]} ${node.title}`,
    ...node.fields.map(({ path, before, after }) => {
      const name = fieldName(t, path)
      return before === '' ? `    ${name}: ${after}` : `    ${name}: ${before} → ${after}`
    }),
  ])
  const edges = diff.edges.map(({ change, from, port, to }) => `${signs[change]} ${from}${portText(t, port)} → ${to}`)
  return [...nodes, ...edges].join('\n')
}

export const portText = (t: Texts<'workflow-run'>, port: EdgePort): string =>
  port === null ? '' : ` · ${'way' in port ? t(`way.${port.way}`) : port.name}`
