import { ShortcutInput } from '@orrery/contract/shared/bot-enums'
import { Plus, X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { emptyComponent, type ShortcutComponent } from '../../shortcuts/shortcut-rules.ts'

interface ComponentListProps {
  components: readonly ShortcutComponent[]
  onChange: (components: ShortcutComponent[]) => void
}

/** The fields that a shortcut asks for before it sends its query. */
export function ComponentList({ components, onChange }: ComponentListProps) {
  const t = useT('bot')
  const change = (index: number, fields: Partial<ShortcutComponent>) =>
    onChange(components.map((component, at) => (at === index ? { ...component, ...fields } : component)))
  const types = Object.entries(ShortcutInput).map(([name, value]) => ({
    value: String(value),
    label: t(`shortcut.type.${name as keyof typeof ShortcutInput}`),
  }))
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{t('shortcut.fields')}</span>
      {components.map((component, index) => (
        <div key={index} className="flex items-center gap-2">
          <Input
            value={component.name}
            aria-label={t('shortcut.field.name', { number: index + 1 })}
            placeholder={t('shortcut.field.placeholder')}
            onChange={(event) => change(index, { name: event.target.value, parameter: event.target.value })}
          />
          <Select
            label={t('shortcut.field.type', { number: index + 1 })}
            items={types}
            value={String(component.input_type)}
            onChange={(next) => change(index, { input_type: Number(next) as ShortcutComponent['input_type'] })}
            className="w-28 shrink-0"
          />
          <Input
            // Files have no default: they are selected when the shortcut is used.
            disabled={isFile(component)}
            value={
              component.input_type === ShortcutInput.select
                ? component.options.join(', ')
                : (component.default_value?.value ?? '')
            }
            aria-label={
              component.input_type === ShortcutInput.select
                ? t('shortcut.field.options', { number: index + 1 })
                : t('shortcut.field.default', { number: index + 1 })
            }
            placeholder={component.input_type === ShortcutInput.select ? t('shortcut.options') : t('shortcut.default')}
            onChange={(event) =>
              change(
                index,
                component.input_type === ShortcutInput.select
                  ? { options: splitOptions(event.target.value) }
                  : { default_value: { value: event.target.value, type: ShortcutInput.text } },
              )
            }
          />
          <IconButton
            icon={X}
            label={t('row.remove', { name: component.name || String(index + 1) })}
            onClick={() => onChange(components.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button size="sm" kind="quiet" icon={Plus} onClick={() => onChange([...components, emptyComponent()])}>
          {t('shortcut.addField')}
        </Button>
      </div>
    </div>
  )
}

const isFile = ({ input_type: type }: ShortcutComponent): boolean =>
  type !== ShortcutInput.text && type !== ShortcutInput.select

/** The last option may be empty while the person types. */
const splitOptions = (text: string): string[] => text.split(/[,，]\s*/)
