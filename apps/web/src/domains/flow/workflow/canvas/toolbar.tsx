import { useReactFlow, useStore } from '@xyflow/react'
import { Fullscreen, Hand, Map as MapIcon, Minus, MousePointer2, Plus, StickyNote, WandSparkles } from 'lucide-react'
import { formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuChoice, MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { useCanvas } from './canvas-context.ts'
import { useCanvasParts } from './canvas-parts.ts'
import { useIsNarrow } from './use-is-narrow.ts'

export type Tool = 'select' | 'hand'

interface CanvasToolbarProps {
  tool: Tool
  onTool: (tool: Tool) => void
  isEditor: boolean
}

/** The toolbar at the bottom left of the canvas. */
export function CanvasToolbar({ tool, onTool, isEditor }: CanvasToolbarProps) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const { commands, openAdd, fit } = useCanvas()
  const { runButton } = useCanvasParts()
  const [isMapShown, setMapShown] = useStored('canvas.map', true)
  const isNarrow = useIsNarrow()
  return (
    <div
      role="toolbar"
      aria-label={t('toolbar.label')}
      className="pointer-events-auto flex min-h-11 max-w-full flex-wrap items-center gap-0.5 rounded-xl border border-line bg-raised px-1.5 py-1 shadow-float"
    >
      {!isNarrow && (
        <>
          <IconButton
            icon={MousePointer2}
            label={t('tool.select')}
            keys="v"
            pressed={tool === 'select'}
            onClick={() => onTool('select')}
          />
          <IconButton
            icon={Hand}
            label={t('tool.hand')}
            keys="h"
            pressed={tool === 'hand'}
            onClick={() => onTool('hand')}
          />
          <Line />
          <ZoomTools />
        </>
      )}
      <IconButton icon={Fullscreen} label={t('menu.fit')} keys="shift+1" onClick={fit} />
      {!isNarrow && (
        <>
          <Line />
          {!isReadOnly && isEditor && (
            <>
              <IconButton
                icon={WandSparkles}
                label={t('menu.tidy')}
                keys="shift+l"
                onClick={() => void commands.tidy()}
              />
              <IconButton icon={StickyNote} label={t('menu.comment')} keys="m" onClick={() => commands.addComment()} />
            </>
          )}
          <IconButton
            icon={MapIcon}
            label={t('tool.map')}
            pressed={isMapShown}
            onClick={() => setMapShown(!isMapShown)}
          />
        </>
      )}
      {isEditor && (
        <>
          <Line />
          {!isReadOnly && (
            <Button
              kind="soft"
              icon={Plus}
              onClick={(event) => {
                const { left, top } = event.currentTarget.getBoundingClientRect()
                openAdd({ ...commands.spotOfSelection(), screen: { x: left, y: top - 8 } })
              }}
            >
              {t('add.button')}
            </Button>
          )}
          <span className="w-1.5" />
          {runButton}
        </>
      )}
    </div>
  )
}

const Line = () => <span aria-hidden className="mx-1.5 h-5 w-px bg-line" />

const levels = [0.5, 1, 1.5]

function ZoomTools() {
  const t = useT('workflow')
  const zoom = useStore((state) => state.transform[2])
  const { fit } = useCanvas()
  const { zoomIn, zoomOut, zoomTo } = useReactFlow()
  const [input, setInput] = useStored<'mouse' | 'touchpad'>('canvas.input', 'mouse')
  const percent = formatPercent(Math.round(zoom * 100) / 100)
  return (
    <>
      <IconButton icon={Minus} label={t('zoom.out')} keys="-" onClick={() => void zoomOut({ duration: 120 })} />
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            aria-label={t('zoom.menu', { percent })}
            className={buttonStyle('quiet', 'sm', 'w-12 px-0 text-body font-normal tabular-nums')}
          >
            {percent}
          </button>
        }
      >
        {levels.map((level) => (
          <MenuItem key={level} onClick={() => void zoomTo(level, { duration: 200 })}>
            {formatPercent(level)}
          </MenuItem>
        ))}
        <MenuItem keys="shift+1" onClick={fit}>
          {t('menu.fit')}
        </MenuItem>
        <MenuLine />
        <MenuChoice
          label={t('input.label')}
          items={[
            { value: 'mouse', label: t('input.mouse'), description: t('input.mouseText') },
            { value: 'touchpad', label: t('input.touchpad'), description: t('input.touchpadText') },
          ]}
          value={input}
          onChange={setInput}
        />
      </Menu>
      <IconButton icon={Plus} label={t('zoom.in')} keys="+" onClick={() => void zoomIn({ duration: 120 })} />
    </>
  )
}
