import { type BlockInput, type FieldOf, typeOnly, reference, variable, writePath } from '@orrery/engine/describe'
import { Minus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { freeName } from '../free-name.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { NameInput } from '../parts/name-input.tsx'
import { useList } from '../use-path.ts'

interface Group {
  name?: string
  variables?: BlockInput[]
}

/** Groups of values of one type; each outputs its first non-empty value. */
export function GroupsField({ field }: { field: FieldOf<'groups'> }) {
  const t = useT('workflow-node')
  const { help } = useFieldTexts(field)
  const { scope, isReadOnly, change } = useNodeForm()
  const { list } = useList<Group>(field.path)
  /** Writes the groups and derives the outputs from them: one per group. */
  const write = (next: readonly Group[], merge?: string) => {
    const outputs = next.map((item) => variable(item.name ?? '', typeOnly(item.variables?.[0] ?? {})))
    change((data) => ({ ...writePath(data, field.path, next), outputs }), merge && `${field.path}/${merge}`)
  }
  return (
    <div className="flex flex-col gap-3">
      {help && <p className="text-small text-mute">{help}</p>}
      {list.map((group, place) => {
        const name = group.name ?? ''
        const values = group.variables ?? []
        const set = (variables: BlockInput[], merge?: string) =>
          write(list.with(place, { ...group, variables }), merge && `${place}/${merge}`)
        const type =
          values[0]?.value?.type === 'ref' && values[0].value.content.blockID ? typeOnly(values[0]) : undefined
        return (
          // The index is the key, because names change while they are typed.
          <div key={place} className="flex flex-col gap-1">
            <div className="flex items-center gap-1">
              <NameInput
                label={t('groups.name', { place: place + 1 })}
                value={name}
                others={list.flatMap((other, i) => (i === place ? [] : [other.name ?? '']))}
                disabled={isReadOnly}
                onChange={(next) => write(list.with(place, { ...group, name: next }), `${place}/name`)}
                className="flex-1"
              />
              {!isReadOnly && (
                <IconButton
                  icon={Trash2}
                  label={t('groups.remove', { name })}
                  disabled={list.length === 1}
                  onClick={() => write(list.toSpliced(place, 1))}
                />
              )}
            </div>
            {values.map((value, i) => (
              // The index is the key, because a value may appear twice.
              <div key={i} className="flex items-start gap-1 pl-4">
                <div className="min-w-0 flex-1">
                  <ValueInput
                    label={t('groups.value', { place: i + 1, name })}
                    name={name}
                    scope={scope}
                    value={value}
                    type={i > 0 ? type : undefined}
                    follows={i === 0 || !type}
                    onlyReference
                    disabled={isReadOnly}
                    onChange={(next) => set(values.with(i, next))}
                  />
                </div>
                {!isReadOnly && (
                  <IconButton
                    icon={Minus}
                    label={t('groups.removeValue', { place: i + 1 })}
                    onClick={() => set(values.toSpliced(i, 1))}
                  />
                )}
              </div>
            ))}
            <div className="pl-4">
              <AddRow
                label={t('groups.addValue')}
                disabled={isReadOnly}
                onAdd={() => set([...values, reference(type ?? 'string', '', '')])}
              />
            </div>
          </div>
        )
      })}
      <AddRow
        label={t('groups.add')}
        disabled={isReadOnly}
        onAdd={() => write([...list, { name: freeName(list, `Group${list.length + 1}`), variables: [] }])}
      />
    </div>
  )
}
