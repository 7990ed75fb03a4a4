import { type Drawing, drawingSvg, type Layer } from '@orrery/engine/describe'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useLayerName } from './layer-name.ts'

interface BoardProps {
  drawing: Drawing
  /** Values of the inputs; content from an input is shown as the name of the input. */
  values: Record<string, string>
  chosen: string | null
  onChoose: (id: string | null) => void
  onChange: (id: string, change: Partial<Layer>, merge: string) => void
  isReadOnly: boolean
}

interface Drag {
  id: string
  isResize: boolean
  x: number
  y: number
  layer: Layer
}

/** The drawing with a frame around the selected layer, which can be dragged, resized, or moved with the arrow keys. */
export function Board({ drawing, values, chosen, onChoose, onChange, isReadOnly }: BoardProps) {
  const t = useT('workflow-node')
  const name = useLayerName()
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  const [drag, setDrag] = useState<Drag | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const scale = Math.min(width / drawing.width, 420 / drawing.height)
  const picture = `data:image/svg+xml,${encodeURIComponent(drawingSvg(drawing, values))}`
  const begin = (event: PointerEvent, layer: Layer, isResize: boolean) => {
    event.stopPropagation()
    onChoose(layer.customId)
    if (isReadOnly) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ id: layer.customId, isResize, x: event.clientX, y: event.clientY, layer })
  }
  const go = (event: PointerEvent) => {
    if (!drag) return
    const [dx, dy] = [Math.round((event.clientX - drag.x) / scale), Math.round((event.clientY - drag.y) / scale)]
    const { layer } = drag
    const change = drag.isResize
      ? { width: Math.max(1, layer.width + dx), height: Math.max(layer.type === 'line' ? -4096 : 1, layer.height + dy) }
      : { left: layer.left + dx, top: layer.top + dy }
    onChange(drag.id, change, `drag-${drag.x}-${drag.y}`)
  }
  const press = (event: KeyboardEvent, layer: Layer) => {
    const step = event.shiftKey ? 10 : 1
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!by || isReadOnly) return
    event.preventDefault()
    const [dx = 0, dy = 0] = by
    const change = event.altKey
      ? { width: Math.max(1, layer.width + dx), height: Math.max(1, layer.height + dy) }
      : { left: layer.left + dx, top: layer.top + dy }
    onChange(layer.customId, change, 'keys')
  }
  return (
    <div ref={frame} className="flex min-w-0 justify-center rounded-lg bg-canvas p-3">
      <div
        role="group"
        aria-label={t('drawing.board')}
        className="relative shadow-card select-none"
        style={{ width: drawing.width * scale, height: drawing.height * scale }}
        onPointerDown={() => onChoose(null)}
        onPointerMove={go}
        onPointerUp={() => setDrag(null)}
      >
        <img src={picture} alt={t('drawing.preview')} draggable={false} className="pointer-events-none size-full" />
        {drawing.objects.map((layer, place) => {
          const isChosen = layer.customId === chosen
          const box = {
            left: layer.left * scale,
            top: layer.top * scale,
            width: Math.max(8, layer.width * scale),
            height: Math.max(8, layer.height * scale),
          }
          return (
            <div
              key={layer.customId}
              className="absolute"
              style={{ ...box, transform: layer.angle ? `rotate(${layer.angle}deg)` : undefined }}
            >
              <button
                type="button"
                aria-label={name(layer, place)}
                aria-pressed={isChosen}
                onPointerDown={(event) => begin(event, layer, false)}
                onClick={() => onChoose(layer.customId)}
                onKeyDown={(event) => press(event, layer)}
                className={cn(
                  'size-full cursor-move touch-none rounded-xs',
                  isChosen ? 'outline-2 outline-focus' : 'hover:outline-1 hover:outline-focus',
                )}
              />
              {isChosen && !isReadOnly && (
                <span
                  aria-hidden
                  onPointerDown={(event) => begin(event, layer, true)}
                  className="absolute -right-1.5 -bottom-1.5 size-3 cursor-nwse-resize touch-none rounded-full border-2 border-focus bg-card"
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
