import type { CSSProperties } from 'react'

/** A picture behind the messages. */
export interface ChatBackgroundLook {
  url: string
  /** The colour around the picture. */
  color?: string
  /** How much of each side fades out, from 0 to 1. */
  fade?: { left?: number; right?: number }
  /** The position of the picture relative to the chat; by default it fills the chat. */
  place?: { width?: number; height?: number; left?: number; top?: number }
}

const percent = (share: number) => `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`

export function backgroundStyle({ fade, place }: ChatBackgroundLook): CSSProperties {
  const { left = 0, right = 0 } = fade ?? {}
  const mask =
    left > 0 || right > 0
      ? `linear-gradient(to right, transparent, black ${percent(left)}, black ${percent(1 - right)}, transparent)`
      : undefined
  return {
    maskImage: mask,
    ...(place && {
      left: percent(place.left ?? 0),
      top: percent(place.top ?? 0),
      width: percent(place.width || 1),
      height: percent(place.height || 1),
    }),
  }
}

export function ChatBackground({ look }: { look: ChatBackgroundLook }) {
  return (
    <div aria-hidden className="absolute inset-0 -z-1 overflow-hidden opacity-25" style={{ background: look.color }}>
      <img
        src={look.url}
        alt=""
        className="absolute top-0 left-0 size-full object-cover"
        style={backgroundStyle(look)}
      />
    </div>
  )
}
