import type { InterfaceDocument } from '@orrery/contract'
import { createRuntime, noState, type Runtime, type SourceState } from './runtime.ts'

/** The state in which a static page is shown. */
export type ShownStatus = 'sample' | 'loading' | 'empty' | 'failed'
const nothing = () => {}

/** The sample state of each source on a static page. */
function sampleOf(
  document: InterfaceDocument,
  shown: ShownStatus,
  text: string,
  failed: string,
): Record<string, SourceState> {
  const of = (name: string): SourceState => {
    if (shown === 'loading') return { ...noState, loading: true }
    if (shown === 'failed') return { ...noState, error: failed }
    const source = document.sources[name]
    if (shown === 'empty') return { ...noState, data: source?.kind === 'table' ? [] : null }
    if (source?.kind === 'workflow') return { ...noState, data: { output: text } }
    const columns = Object.values(document.nodes).flatMap(({ type, props }) =>
      type === 'table' && props['source'] === name && Array.isArray(props['columns'])
        ? props['columns'].map(String)
        : [],
    )
    const row = (n: number) => ({
      id: String(n),
      ...Object.fromEntries(columns.map((column) => [column, `${column} ${n}`])),
    })
    return { ...noState, data: [row(1), row(2), row(3)] }
  }
  return Object.fromEntries(Object.keys(document.sources).map((name) => [name, of(name)]))
}

/** A runtime for static pages: sources have sample states, and actions have no effect. */
export function staticRuntime(document: InterfaceDocument, shown: ShownStatus, text: string, failed: string): Runtime {
  const port = { run: async () => null, rows: async () => ({ rows: [], has_more: false, fields: [] }) }
  const host = { port, failed, notify: nothing, confirm: () => false, open: nothing, copy: nothing }
  const made = createRuntime(document, host)
  made.sample(sampleOf(document, shown, text, failed))
  return made
}
