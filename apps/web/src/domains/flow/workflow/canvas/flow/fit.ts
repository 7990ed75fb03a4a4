import { getViewportForBounds, type Viewport } from '@xyflow/react'
import type { Rect } from './flow-nodes.ts'

export interface Size {
  width: number
  height: number
}

/** Overlays that hide cards. */
export interface Cover {
  /** Height of the bar at the top: the outcome of a run, or the tools of a comparison. */
  top: number
  hasMap: boolean
}

export const zoomLimits = { least: 0.1, most: 2 }
/** Content is never enlarged. */
const maxFitZoom = 1
const side = 40
const toolbar = 76
export const mapSize = { width: 176, height: 124 }
const mapCorner = { width: mapSize.width + 32, height: mapSize.height + 32 }
/** Below this width the map is above the toolbar instead of beside it. */
const minWidthSideBySide = 800

/** Fits the bounds beside or above the overlays, whichever allows the larger zoom. */
export function viewportFor(bounds: Rect, { width, height }: Size, { top, hasMap }: Cover): Viewport {
  const fit = (right: number, bottom: number) =>
    getViewportForBounds(bounds, width, height, zoomLimits.least, maxFitZoom, {
      top: `${top}px`,
      left: `${side}px`,
      right: `${right}px`,
      bottom: `${bottom}px`,
    })
  const above = mapCorner.height + (width < minWidthSideBySide ? toolbar : 0)
  const ways = hasMap ? [fit(side, Math.max(above, toolbar)), fit(mapCorner.width, toolbar)] : [fit(side, toolbar)]
  const { x, y, zoom } = ways.reduce((best, way) => (way.zoom > best.zoom ? way : best))
  // Whole pixels: layers are copied without resampling.
  return { x: Math.round(x), y: Math.round(y), zoom }
}

/** Whether all of the content is inside the window. */
export function isAllSeen(bounds: Rect, { x, y, zoom }: Viewport, { width, height }: Size): boolean {
  const left = bounds.x * zoom + x
  const top = bounds.y * zoom + y
  return left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height
}

export const isSameView = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001
