import { cn } from '#lib/class-names.ts'
import type { CardContent, CardLine, Piece } from '../layout/card-content.ts'
import { lineFits, lineHeight } from '../layout/card-size.ts'
import { useDetail } from './detail-context.ts'

/** The most important settings of a node, one per row. */
export function CardLines({ content, width }: { content: CardContent; width: number }) {
  const isLarge = useDetail() === 'large'
  return (
    <>
      {content.lines.map((line, i) => (
        <div
          key={line.port ?? i}
          style={{ height: lineHeight(line) }}
          className="flex items-center gap-2 px-2 text-small whitespace-nowrap"
        >
          {!isLarge && lineFits(line, width) ? <WholeLine line={line} /> : <CutLine line={line} />}
        </div>
      ))}
      {content.more > 0 && <div className="h-[18px] px-2 text-caption text-mute">+{content.more}</div>}
    </>
  )
}

/** A row that fits is rendered without clipping, because each clip costs time in every frame of panning. */
function WholeLine({ line }: { line: CardLine }) {
  return (
    <>
      <span className="min-w-[42px] text-mute">{line.label}</span>
      <span className="flex items-center gap-1.25">
        {line.pieces.map((piece, at) => (
          <span key={at} className={looks[piece.look]}>
            {piece.text}
          </span>
        ))}
      </span>
    </>
  )
}

/** Truncates names that do not fit, but never counts or symbols. */
function CutLine({ line }: { line: CardLine }) {
  return (
    <>
      <span className="max-w-24 min-w-[42px] shrink-0 truncate text-mute">{line.label}</span>
      <span className="flex min-w-0 items-center gap-1.25 overflow-hidden">
        {line.pieces.map((piece, at) => (
          <span key={at} className={cn('truncate', looks[piece.look], staysWhole(piece) && 'shrink-0')}>
            {piece.text}
          </span>
        ))}
      </span>
    </>
  )
}

const looks = {
  chip: 'h-4 rounded-xs bg-hover px-1 font-mono text-code-caption',
  type: 'text-mute',
  text: '',
}

const staysWhole = ({ look, text }: Piece): boolean =>
  (look === 'chip' && text.startsWith('+')) || (look === 'text' && text.length < 3)
