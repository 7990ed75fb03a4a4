import { CodeXml, FileUp, Plug, type LucideIcon, SquarePen } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { PluginCreationMethod } from '../create-plugin.ts'

const ways: { way: PluginCreationMethod; icon: LucideIcon }[] = [
  { way: 'form', icon: SquarePen },
  { way: 'import', icon: FileUp },
  { way: 'code', icon: CodeXml },
]

interface CreationMethodChoiceProps {
  value: PluginCreationMethod
  onChange: (way: PluginCreationMethod) => void
  /** Opens the dialog that connects an MCP server, instead of creating a plugin. */
  onConnect: () => void
}

/** Selects how the plugin is created: with a form, from a document, or as code. */
export function CreationMethodChoice({ value, onChange, onConnect }: CreationMethodChoiceProps) {
  const t = useT('plugin')
  return (
    <div role="group" aria-label={t('create.how')} className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
      {ways.map((item) => (
        <Way
          key={item.way}
          icon={item.icon}
          isChosen={item.way === value}
          title={t(`create.${item.way}`)}
          text={t(`create.${item.way}.text`)}
          onClick={() => onChange(item.way)}
        />
      ))}
      <Way icon={Plug} isChosen={false} title={t('create.mcp')} text={t('create.mcp.text')} onClick={onConnect} />
    </div>
  )
}

interface WayProps {
  icon: LucideIcon
  isChosen: boolean
  title: string
  text: string
  onClick: () => void
}

function Way({ icon, isChosen, title, text, onClick }: WayProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(
        'flex min-w-0 flex-col items-start gap-1 rounded-lg border border-line p-3 text-left hover:border-line-strong',
        isChosen && 'border-brand bg-brand-soft/60 hover:border-brand',
      )}
    >
      <Icon of={icon} className={isChosen ? 'text-brand' : 'text-mute'} />
      <span className="font-medium">{title}</span>
      <span className="text-small text-mute">{text}</span>
    </button>
  )
}
