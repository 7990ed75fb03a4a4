import type { FieldOf } from '@orrery/engine/describe'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { numberedPorts } from '../branch-edits.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { useBranches } from '../use-branches.ts'

const letter = (place: number): string => (place < 26 ? String.fromCharCode(65 + place) : String(place + 1))

/** Named branches, one per row. */
export function OptionsField({ field }: { field: FieldOf<'options'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly, gaps } = useNodeForm()
  const { list, replace, add, remove, move } = useBranches<{ name?: string }>(field.path, numberedPorts)
  const most = data.inputs?.['mode'] === 'top_speed' ? Math.min(10, field.most) : field.most
  // Options that are computed at run time have no names here.
  if (data.inputs?.['option_type'] === 'dynamic' && field.path.endsWith('options')) return null
  return (
    <div className="flex flex-col gap-1">
      {list.map((item, place) => {
        const name = letter(place)
        const isWrong = gaps.some(
          (gap) => gap.field === field.id && (gap.item === String(place + 1) || gap.item === item.name),
        )
        return (
          // The index is the key, because names change while they are typed.
          <div key={place} className="group flex items-center gap-1">
            <span aria-hidden className="w-5 shrink-0 text-center font-mono text-code-caption text-mute">
              {name}
            </span>
            <Input
              size="sm"
              aria-label={t('options.name', { name })}
              aria-invalid={isWrong || undefined}
              value={item.name ?? ''}
              disabled={isReadOnly}
              onChange={(event) => replace(place, { ...item, name: event.target.value }, 'name')}
            />
            {!isReadOnly && (
              <span className="flex shrink-0">
                <IconButton
                  size="sm"
                  icon={ArrowUp}
                  label={t('options.up', { name })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  size="sm"
                  icon={ArrowDown}
                  label={t('options.down', { name })}
                  disabled={place === list.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <IconButton
                  size="sm"
                  icon={Minus}
                  label={t('options.remove', { name })}
                  disabled={list.length === 1}
                  onClick={() => remove(place)}
                />
              </span>
            )}
          </div>
        )
      })}
      {list.length < most && <AddRow label={t('options.add')} disabled={isReadOnly} onAdd={() => add({ name: '' })} />}
      <p className="text-small text-mute">{t('options.other')}</p>
    </div>
  )
}
