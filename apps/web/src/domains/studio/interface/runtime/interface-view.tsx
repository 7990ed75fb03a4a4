import { type Branch, fillTest, isTrue, type Node, treeOf } from '@orrery/engine/interface'
import { type CSSProperties, type MouseEvent, useMemo } from 'react'
import { accentStyle } from '#lib/accent.ts'
import { cn } from '#lib/class-names.ts'
import { Drawn } from './drawn.tsx'
import type { Runtime } from './runtime.ts'
import { TabBar } from './tab-bar.tsx'
import { useView, type ViewContext, ViewProvider } from './view-context.tsx'

/** The colour and the corners that the author chose, for this part of the screen alone. */
const lookOf = (color: string, radius: number): CSSProperties =>
  ({ ...accentStyle(color), '--radius-md': `${radius}px`, '--radius-lg': `${radius}px` }) as CSSProperties

/** One page of an interface. */
export function InterfaceView(props: Omit<ViewContext, 'item'>) {
  const { runtime } = props
  const page = runtime.store.use((state) => state.page)
  const branches = useMemo(() => treeOf(runtime.document, page), [runtime, page])
  const value = { ...props, item: {} }
  const { color, radius } = runtime.document.theme
  return (
    <ViewProvider value={value}>
      <div className="flex flex-col gap-4" {...(color && { 'data-accent': '' })} style={lookOf(color, radius)}>
        <Branches branches={branches} />
      </div>
      {props.isPhone && <TabBar runtime={runtime} />}
    </ViewProvider>
  )
}
const Branches = ({ branches }: { branches: readonly Branch[] }) =>
  branches.map((branch) => <NodeView key={branch.node.id} branch={branch} />)

/** Re-drawn when one of its own values changes, and only then. */
function NodeView({ branch }: { branch: Branch }) {
  const { runtime, isPhone, selected, onSelect, drag, item } = useView()
  const { node } = branch
  const text = runtime.store.use((state) => JSON.stringify(resolve(runtime, node, state, item, isPhone)))
  const props = useMemo(() => JSON.parse(text) as Record<string, unknown> | null, [text])
  if (!props) return null
  const parts = branch.children.map((child) => <NodeView key={child.node.id} branch={child} />)
  if (!onSelect) return <Drawn node={node} props={props} parts={parts} />
  const select = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
    onSelect(node.id)
  }
  return (
    <div
      data-node={node.id}
      draggable={drag !== undefined}
      onDragStart={(event) => drag?.begin(event, node.id)}
      onDragOver={(event) => drag?.over(event, node.id)}
      onDrop={(event) => drag?.drop(event, node.id)}
      onClickCapture={(event) => {
        const nearest = (event.target as Element).closest('[data-node]')
        if (nearest === event.currentTarget) select(event)
      }}
      className={cn(
        'rounded-md outline-offset-2 hover:outline hover:outline-line',
        selected === node.id && 'outline-2 outline-brand',
      )}
    >
      <Drawn node={node} props={props} parts={parts} />
    </div>
  )
}

function resolve(
  runtime: Runtime,
  node: Node,
  state: Parameters<Runtime['scopeOf']>[0],
  item: Record<string, unknown>,
  isPhone: boolean,
) {
  if (isPhone && node.phone.hidden) return null
  const scope = runtime.scopeOf(state, item)
  try {
    if (node.visible && !isTrue(fillTest(node.visible, scope))) return null
  } catch {
    return null
  }
  const props = isPhone ? { ...node.props, ...node.phone.props } : node.props
  return {
    ...Object.fromEntries(Object.entries(props).map(([name, value]) => [name, runtime.filled(value, scope)])),
    isBusy: state.busy[node.id] === true,
  }
}
