import { Clapperboard, Volume2 } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { type MediaPart, readParts } from '../media-value.ts'

/** The files of a value in a cell of the grid: small, on one line. */
export const MediaCell = ({ text }: { text: string }) => (
  <span className="flex items-center gap-1.5 overflow-hidden">
    {readParts(text).map((part, at) => (
      <Small key={at} part={part} />
    ))}
  </span>
)

function Small({ part }: { part: MediaPart }) {
  if (part.type === 'text')
    return (
      <span data-user-text className="min-w-0 truncate">
        {part.text}
      </span>
    )
  if (part.type === 'image')
    return <img src={part.url} alt={part.name} loading="lazy" className="size-7 shrink-0 rounded-sm object-cover" />
  return (
    <span className="flex min-w-0 items-center gap-1 rounded-sm bg-hover px-1.5 text-small">
      <Icon of={part.type === 'audio' ? Volume2 : Clapperboard} size={14} className="shrink-0 text-mute" />
      <span data-user-text className="truncate">
        {part.name}
      </span>
    </span>
  )
}

/** Shows or plays one part of a value. */
export function MediaPartView({ part }: { part: MediaPart }) {
  if (part.type === 'text')
    return (
      <p data-user-text className="wrap-anywhere whitespace-pre-wrap">
        {part.text}
      </p>
    )
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      {part.type === 'image' && (
        <img src={part.url} alt={part.name} className="max-h-60 w-fit max-w-full rounded-md border border-line" />
      )}
      {part.type === 'audio' && (
        <audio controls preload="metadata" src={part.url} aria-label={part.name} className="w-full" />
      )}
      {part.type === 'video' && (
        <video
          controls
          preload="metadata"
          src={part.url}
          aria-label={part.name}
          className="max-h-60 w-full rounded-md"
        />
      )}
      <figcaption data-user-text className="truncate text-small text-mute">
        {part.name}
      </figcaption>
    </figure>
  )
}

/** Shows all parts of a value. */
export const MediaView = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-2">
    {readParts(text).map((part, at) => (
      <MediaPartView key={at} part={part} />
    ))}
  </div>
)
