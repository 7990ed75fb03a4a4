import { type Branch, fillTest, isExpression, isTrue, type Node, treeOf } from '@orrery/engine/interface'
import { type CSSProperties, type MouseEvent, useMemo } from 'react'
import { accentStyle } from '#lib/accent.ts'
import { cn } from '#lib/class-names.ts'
import { CodePage } from './code-page.tsx'
import { Drawn } from './drawn.tsx'
import type { Runtime } from './runtime.ts'
import { TabBar } from './tab-bar.tsx'
import { useView, type ViewContext, ViewProvider } from './view-context.tsx'

/** The accent colour and corner radius that the author chose, limited to this part of the page. */
const lookOf = (color: string, radius: number): CSSProperties =>
  ({ ...accentStyle(color), '--radius-md': `${radius}px`, '--radius-lg': `${radius}px` }) as CSSProperties

/** One page of an interface. */
export function InterfaceView(props: Omit<ViewContext, 'item'>) {
  const { runtime } = props
  const page = runtime.store.use((state) => state.page)
  const branches = useMemo(() => treeOf(runtime.document, page), [runtime, page])
  const value = { ...props, item: {} }
  const code = runtime.document.pages[page]?.files
  const { color, radius } = runtime.document.theme
  return (
    <ViewProvider value={value}>
      <div className="flex flex-col gap-4" {...(color && { 'data-accent': '' })} style={lookOf(color, radius)}>
        {code && (
          <CodePage
            runtime={runtime}
            title={runtime.document.pages[page]?.title ?? page}
            files={code}
            address={props.frames?.[`page:${page}`]}
            isStatic={props.onSelect !== undefined}
          />
        )}
        <Branches branches={branches} />
      </div>
      {props.isPhone && <TabBar runtime={runtime} />}
    </ViewProvider>
  )
}
const Branches = ({ branches }: { branches: readonly Branch[] }) =>
  branches.map((branch) => <NodeView key={branch.node.id} branch={branch} />)

const looks = { add: 'bg-ok-soft', change: 'bg-warn-soft' } as const

/** Renders again only when one of its own values changes. */
function NodeView({ branch }: { branch: Branch }) {
  const { runtime, isPhone, selected, onSelect, drag, item, marks } = useView()
  const { node } = branch
  const isFixed = useMemo(() => !node.visible && !hasExpression(node.props) && !hasExpression(node.phone.props), [node])
  // Most components have constant values, which are not evaluated on every change.
  const text = runtime.store.use((state) =>
    isFixed ? String(state.busy[node.id] === true) : JSON.stringify(resolve(runtime, node, state, item, isPhone)),
  )
  const props = useMemo(
    () =>
      isFixed
        ? resolve(runtime, node, runtime.store.current(), item, isPhone)
        : (JSON.parse(text) as Record<string, unknown> | null),
    [text, isFixed, runtime, node, item, isPhone],
  )
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
      data-mark={marks?.[node.id]}
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
        marks?.[node.id] && looks[marks[node.id]!],
      )}
    >
      <Drawn node={node} props={props} parts={parts} />
    </div>
  )
}

const hasExpression = (value: unknown): boolean =>
  isExpression(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasExpression))

/** While a form is being submitted, its button is disabled: a second click would be ignored. */
function isFormBusy({ document }: Runtime, node: Node, busy: Record<string, boolean>): boolean {
  let id = node.parent
  while (id && document.nodes[id]?.type !== 'form') id = document.nodes[id]?.parent ?? ''
  return busy[id] === true
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
    isBusy: state.busy[node.id] === true || (node.props['submits'] === true && isFormBusy(runtime, node, state.busy)),
  }
}
