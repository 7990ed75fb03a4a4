import { inWords, type Node } from '@orrery/engine/interface'
import { useView } from './view-context.tsx'

/** The value of an input: typed or selected, otherwise the initial value of the author. */
export function useInputValue(node: Node, props: Record<string, unknown>) {
  const { runtime, item } = useView()
  const typed = runtime.store.use((state) => (node.name in state.values ? state.values[node.name] : undefined))
  return {
    value: typed === undefined ? props['initial'] : typed,
    label: inWords(props['label']) || node.name,
    set(next: unknown) {
      runtime.input(node.name, next)
      void runtime.fire(node.id, 'change', { ...item, event: { value: next } })
    },
  }
}
