import { Blocks, Building2, Layers, Plug, Star, User } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { type ToolShelf, toolShelves } from './tool-offers.ts'

const icons: Record<ToolShelf, IconType> = {
  all: Layers,
  favourite: Star,
  mine: User,
  space: Building2,
  mcp: Plug,
  official: Blocks,
}

/** Selects the source of tools. */
export function ShelfMenu({ value, onChange }: { value: ToolShelf; onChange: (shelf: ToolShelf) => void }) {
  const t = useT('tools')
  return (
    <nav
      aria-label={t('shelves')}
      className="flex w-44 shrink-0 flex-col gap-0.5 max-sm:w-full max-sm:flex-row max-sm:overflow-x-auto"
    >
      {toolShelves.map((shelf) => (
        <button
          key={shelf}
          type="button"
          aria-current={shelf === value ? 'true' : undefined}
          onClick={() => onChange(shelf)}
          className={cn(
            'focus-inset flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 text-left transition-colors hover:bg-hover',
            shelf === value && 'bg-brand-soft font-medium text-brand hover:bg-brand-soft',
          )}
        >
          <Icon of={icons[shelf]} className={shelf === value ? undefined : 'text-mute'} />
          <span className="truncate">{t(`shelf.${shelf}`)}</span>
        </button>
      ))}
    </nav>
  )
}
