import { ArrowRight, CornerDownLeft, Plus } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { FoundItem } from '#lib/palette.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Tag } from '#ui/tag.tsx'

interface PaletteRowProps {
  id: string
  item: FoundItem
  isBest: boolean
  isActive: boolean
  onPoint: () => void
  onOpen: (event: MouseEvent) => void
}

export function PaletteRow({ id, item, isBest, isActive, onPoint, onOpen }: PaletteRowProps) {
  const t = useT('shell')
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const fallback = item.group === 'do' ? Plus : ArrowRight
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => isActive || onPoint()}
      onClick={onOpen}
      className={cn(
        'flex cursor-pointer items-center gap-3 rounded-md px-2.5',
        isBest ? 'h-12' : 'h-9',
        isActive && 'bg-brand-soft',
      )}
    >
      {item.tile ?? (
        <span className="flex w-6 shrink-0 justify-center">
          <Icon of={item.icon ?? fallback} className="text-mute" />
        </span>
      )}
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className={cn('max-w-full shrink-0 truncate', isBest && 'font-medium')}>
          <Marked text={item.label} ranges={item.match.ranges} />
        </span>
        {item.note && <span className="min-w-0 truncate text-small text-mute">{item.note}</span>}
      </span>
      {item.tag && <Tag>{item.tag}</Tag>}
      {item.keys && <KeyCap keys={item.keys} />}
      {isActive && isBest && (
        <span aria-hidden className="flex shrink-0 items-center gap-1.5 text-brand">
          {item.href === undefined ? t('palette.doIt') : t('palette.open')}
          <Icon of={CornerDownLeft} size={14} />
        </span>
      )}
    </div>
  )
}

function Marked({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  const parts = ranges.flatMap(([start, end], index) => [
    text.slice(ranges[index - 1]?.[1] ?? 0, start),
    <b key={start} className="font-semibold text-brand">
      {text.slice(start, end)}
    </b>,
  ])
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
