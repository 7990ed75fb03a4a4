import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { createContext, Fragment, useContext, useRef, useState, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { foldToFit, moveBoundary, storedShares } from '#lib/panel-sizes.ts'
import { IconButton } from './icon-button.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import { useRoom } from './use-room.ts'

interface Panel {
  id: string
  /** The name on the handle, and on the strip of the folded panel. */
  title: string
  content: ReactNode
  /** The initial size relative to the other panels. */
  share?: number
  /** The minimum size in px. */
  min?: number
  foldable?: boolean
}

interface ResizablePanelsProps {
  /** The key under which sizes and folded panels are stored. */
  storeKey: string
  panels: readonly Panel[]
  axis?: 'x' | 'y'
  className?: string
}

const FoldContext = createContext<(() => void) | undefined>(undefined)
const leastSize = 200

/** Panels with draggable boundaries. Where there is no room for all, some fold automatically. */
export function ResizablePanels({ storeKey, panels, axis = 'x', className }: ResizablePanelsProps) {
  const t = useT('ui')
  const frame = useRef<HTMLDivElement>(null)
  const [stored, setStored] = useStored<unknown>(`panels.${storeKey}`, null)
  const [folded, setFolded] = useStored<string[]>(`folded.${storeKey}`, [])
  const first = panels.map((panel) => panel.share ?? 1)
  const shares = storedShares(stored, panels.length) ?? first
  const [opened, setOpened] = useState<readonly string[]>([])
  const room = useRoom(frame, axis)
  const byHand = panels.filter((panel) => panel.foldable && folded.includes(panel.id)).map((panel) => panel.id)
  const withMin = panels.map(({ id, min = leastSize, foldable }) => ({ id, min, foldable }))
  const closed = new Set([...byHand, ...foldToFit(withMin, byHand, opened, room)])
  const open = panels.map((panel) => !closed.has(panel.id))
  const unfold = (id: string) => {
    setOpened([...opened.filter((known) => known !== id), id])
    setFolded(folded.filter((known) => known !== id))
  }

  const sizes = () =>
    [...(frame.current?.querySelectorAll<HTMLElement>(':scope > [data-panel]') ?? [])].map((element) =>
      axis === 'x' ? element.offsetWidth : element.offsetHeight,
    )
  const move = (index: number, delta: number) =>
    setStored(
      moveBoundary(
        sizes(),
        panels.map((panel) => panel.min ?? leastSize),
        index,
        delta,
      ),
    )
  const total = shares.reduce((sum, share) => sum + share, 0)

  return (
    <div ref={frame} className={cn('flex min-h-0 min-w-0 flex-1', axis === 'y' && 'flex-col', className)}>
      {panels.map((panel, index) => (
        <Fragment key={panel.id}>
          {index > 0 &&
            (open[index - 1] && open[index] ? (
              <ResizeHandle
                label={t('resize', { name: panels[index - 1]!.title })}
                axis={axis}
                now={(shares[index - 1]! / total) * 100}
                min={0}
                max={100}
                onMove={(delta) => move(index - 1, delta)}
                onReset={() => setStored(null)}
              />
            ) : (
              <div className={cn('shrink-0 bg-line', axis === 'x' ? 'w-px' : 'h-px')} />
            ))}
          <div
            data-panel
            style={
              open[index]
                ? {
                    flexGrow: shares[index],
                    flexBasis: 0,
                    // Panels that cannot fold shrink below their minimum before they leave the window.
                    [axis === 'x' ? 'minWidth' : 'minHeight']:
                      `min(${panel.min ?? leastSize}px, ${100 / open.filter(Boolean).length}%)`,
                  }
                : undefined
            }
            className={cn('flex flex-col overflow-hidden', open[index] ? 'min-h-0 min-w-0' : 'shrink-0')}
          >
            {open[index] ? (
              <FoldContext value={panel.foldable ? () => setFolded([...folded, panel.id]) : undefined}>
                {panel.content}
              </FoldContext>
            ) : (
              <FoldedStrip title={panel.title} onOpen={() => unfold(panel.id)} />
            )}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function FoldedStrip({ title, onOpen }: { title: string; onOpen: () => void }) {
  const t = useT('ui')
  return (
    <div className="flex h-full w-10 flex-col items-center gap-2 bg-card py-2">
      <IconButton icon={PanelLeftOpen} label={t('unfold', { name: title })} onClick={onOpen} />
      <span className="text-small text-mute [writing-mode:vertical-rl]">{title}</span>
    </div>
  )
}

/** The header of a panel: its title and tools; in a foldable panel also the button that folds it. */
export function PanelHead({ title, tools }: { title: string; tools?: ReactNode }) {
  const t = useT('ui')
  const fold = useContext(FoldContext)
  return (
    <div className="@container shrink-0">
      <div className="flex h-11 items-center gap-2 px-4">
        <h2 className="line-clamp-2 min-w-0 flex-1 leading-4 font-semibold">{title}</h2>
        {tools}
        {fold && <IconButton icon={PanelLeftClose} label={t('fold', { name: title })} onClick={fold} />}
      </div>
    </div>
  )
}
