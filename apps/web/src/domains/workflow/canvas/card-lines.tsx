import { cn } from '../../../lib/class-names.ts'
import type { CardContent, Piece } from './layout/card-content.ts'
import { lineHeight } from './layout/card-size.ts'

/** The settings that matter, a row each. */
export function CardLines({ content }: { content: CardContent }) {
  return (
    <>
      {content.lines.map((line, i) => (
        <div
          key={line.port ?? i}
          style={{ height: lineHeight(line) }}
          className="flex items-center gap-2 px-2 text-small whitespace-nowrap"
        >
          <span className="max-w-24 min-w-[42px] shrink-0 truncate text-mute">{line.label}</span>
          <span className="flex min-w-0 items-center gap-1.25 overflow-hidden">
            {line.pieces.map((piece, at) => (
              <PieceView key={at} piece={piece} />
            ))}
          </span>
        </div>
      ))}
      {content.more > 0 && <div className="h-[18px] px-2 text-caption text-mute">+{content.more}</div>}
    </>
  )
}

/** Names give way where there is no room, a counted rest and signs never do. */
function PieceView({ piece }: { piece: Piece }) {
  const isCount = piece.text.startsWith('+')
  if (piece.look === 'chip')
    return (
      <span
        className={cn(
          'h-4 truncate rounded-xs bg-hover px-1 font-mono text-code-caption',
          isCount ? 'shrink-0' : 'min-w-0',
        )}
      >
        {piece.text}
      </span>
    )
  if (piece.look === 'type') return <span className="truncate font-mono text-code-caption text-mute">{piece.text}</span>
  return <span className={cn('truncate', piece.text.length < 3 && 'shrink-0')}>{piece.text}</span>
}
