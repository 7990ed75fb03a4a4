import { Ban } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'

interface ChosenIcon {
  uri: string
  url: string
}

interface IconChoiceProps {
  label: string
  icons: readonly ChosenIcon[]
  value: string
  onChange: (icon: ChosenIcon | undefined) => void
}

/** Selects one of a few icons, or none. */
export function IconChoice({ label, icons, value, onChange }: IconChoiceProps) {
  const t = useT('bot')
  const cell = (isChosen: boolean) =>
    cn(
      'flex size-9 items-center justify-center rounded-lg border border-transparent hover:border-line-strong',
      isChosen && 'border-focus ring-1 ring-focus',
    )
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-0.5">
      <button
        type="button"
        aria-pressed={value === ''}
        aria-label={t('icon.none')}
        className={cell(value === '')}
        onClick={() => onChange(undefined)}
      >
        <Icon of={Ban} className="text-mute" />
      </button>
      {icons.map((icon, index) => (
        <button
          key={icon.uri}
          type="button"
          aria-pressed={icon.uri === value}
          aria-label={t('icon.number', { number: index + 1 })}
          className={cell(icon.uri === value)}
          onClick={() => onChange(icon)}
        >
          <img src={icon.url} alt="" className="size-7 rounded-md" />
        </button>
      ))}
    </div>
  )
}
