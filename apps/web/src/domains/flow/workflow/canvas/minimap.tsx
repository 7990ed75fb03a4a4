import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { type Canvas, positionOf } from '../document/canvas.ts'
import { useDocument } from '../document/document-context.tsx'
import { useCanvas } from './canvas-context.ts'
import { boundsOf, type Rect } from './flow/flow-nodes.ts'
import { mapSize as size } from './flow/fit.ts'
import type { LayoutOf } from './flow/use-flow.ts'
import { toneColor } from '../nodes/tones.ts'
import { useIsNarrow } from './use-is-narrow.ts'

const pad = 10
const inset = 3
/** At least this much of the frame stays visible at the border when the viewport is far away. */
const leastSeen = 6

/** An overview of the whole canvas; dragging on it pans the viewport. */
export function Minimap() {
  const [isShown] = useStored('canvas.map', true)
  const isNarrow = useIsNarrow()
  return isShown && !isNarrow ? <ShownMap /> : null
}

function ShownMap() {
  const t = useT('workflow')
  const { layoutOf } = useCanvas()
  // Updated at the end of a drag, so that the minimap costs no frame of the drag.
  const canvas = useDocument((document) => document.canvas)
  const map = useMemo(() => mapOf(canvas, layoutOf), [canvas, layoutOf])
  const frame = useFrame(map)
  const grab = useGrab(map)
  return (
    <div
      {...grab}
      role="img"
      aria-label={t('map.label')}
      style={size}
      className="pointer-events-auto relative ml-auto shrink-0 cursor-grab touch-none overflow-hidden rounded-xl border border-line bg-raised shadow-float active:cursor-grabbing"
    >
      <svg aria-hidden width={size.width} height={size.height} className="absolute inset-0">
        {[...map.paths].map(([color, path]) => (
          <path key={color} d={path} fill={color} />
        ))}
      </svg>
      <div
        ref={frame}
        className="absolute top-0 left-0 rounded-sm border border-focus bg-[color-mix(in_oklab,var(--focus)_10%,transparent)] will-change-transform"
      />
    </div>
  )
}

interface Small {
  /** One path per colour: hundreds of boxes become a few shapes. */
  paths: ReadonlyMap<string, string>
  scale: number
  left: number
  top: number
}

function mapOf(canvas: Canvas, layoutOf: LayoutOf): Small {
  const boxes = canvas.nodes.map((node) => {
    const layout = layoutOf(node)
    return { rect: { ...positionOf(node), width: layout.width, height: layout.height }, color: colorOf(layout) }
  })
  const around: Rect = boundsOf(boxes.map((box) => box.rect)) ?? { x: 0, y: 0, width: 1, height: 1 }
  const scale = Math.min((size.width - pad * 2) / around.width, (size.height - pad * 2) / around.height, 0.2)
  const left = around.x - (size.width / scale - around.width) / 2
  const top = around.y - (size.height / scale - around.height) / 2
  const paths = new Map<string, string>()
  for (const { rect, color } of boxes) {
    const [x, y, width, height] = [rect.x - left, rect.y - top, rect.width, rect.height].map((by) => short(by * scale))
    paths.set(color, `${paths.get(color) ?? ''}M${x} ${y}h${width}v${height}h-${width}z`)
  }
  return { paths, scale, left, top }
}

const short = (value: number) => Math.round(value * 10) / 10

function colorOf({ kind, content }: ReturnType<LayoutOf>): string {
  if (kind === 'comment') return 'var(--warn-soft)'
  return `color-mix(in oklab, ${toneColor[content.tone]} ${kind === 'round' ? 35 : 75}%, var(--raised))`
}

/** Moves the frame of the viewport without React. */
function useFrame({ scale, left, top }: Small) {
  const library = useStoreApi()
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let last: unknown[] = []
    let box = ''
    const place = () => {
      const { transform, width, height } = library.getState()
      if (last[0] === transform && last[1] === width && last[2] === height) return
      last = [transform, width, height]
      const [x, y, zoom] = transform
      const { style } = frame.current!
      const across = within((-x / zoom - left) * scale, (width / zoom) * scale, size.width)
      const down = within((-y / zoom - top) * scale, (height / zoom) * scale, size.height)
      style.transform = `translate(${across.from}px, ${down.from}px)`
      const next = `${across.length},${down.length}`
      if (next !== box) Object.assign(style, { width: `${across.length}px`, height: `${down.length}px` })
      box = next
    }
    place()
    return library.subscribe(place)
  }, [library, scale, left, top])
  return frame
}

/** Clips a range to the minimap; a little of it stays visible at the border. */
function within(start: number, long: number, room: number): { from: number; length: number } {
  const from = Math.min(Math.max(start, inset), room - inset - leastSeen)
  const to = Math.max(Math.min(start + long, room - inset), inset + leastSeen)
  return { from: Math.round(from), length: Math.round(Math.max(to - from, leastSeen)) }
}

/** Pressing centres that point, dragging pans. */
function useGrab({ scale, left, top }: Small) {
  const { setCenter, getZoom } = useReactFlow()
  const go = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = left + (event.clientX - box.left) / scale
    const y = top + (event.clientY - box.top) / scale
    void setCenter(x, y, { zoom: getZoom(), duration: 0 })
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      go(event)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event)
    },
  }
}
