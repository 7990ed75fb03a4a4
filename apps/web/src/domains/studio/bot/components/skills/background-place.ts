/** Position of a picture, in fractions of the chat. */
export interface CanvasPosition {
  width: number
  height: number
  left: number
  top: number
}
/** The same position as settings in percent: the size, and the offset within the remaining space. */
export interface PlaceSettings {
  size: number
  across: number
  down: number
}
const share = (percent: number) => Math.round(percent * 100) / 10_000
const rounded = (value: number) => Math.round(value * 10_000) / 10_000

export function toPosition({ size, across, down }: PlaceSettings): CanvasPosition {
  const free = 1 - share(size)
  return {
    width: share(size),
    height: share(size),
    left: rounded(free * share(across)),
    top: rounded(free * share(down)),
  }
}

export function fromPosition(position: Partial<CanvasPosition> | undefined): PlaceSettings {
  const { width = 1, left = 0, top = 0 } = position ?? {}
  const size = width > 0 && width < 1 ? width : 1
  const within = (place: number) => (size < 1 ? Math.min(100, Math.max(0, Math.round((100 * place) / (1 - size)))) : 50)
  return { size: Math.round(size * 100), across: within(left), down: within(top) }
}
