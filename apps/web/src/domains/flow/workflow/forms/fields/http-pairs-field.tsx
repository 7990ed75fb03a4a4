import { type FieldOf, fileType, literal, type Param } from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { useList } from '../use-path.ts'

/** Name and value pairs: headers, query parameters, form parts. */
export function PairsField({ field }: { field: FieldOf<'pairs'> }) {
  return <Pairs path={field.path} />
}

export function Pairs({ path, withFiles = false }: { path: string; withFiles?: boolean }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const { list, replace, add, remove } = useList<Param>(path)
  return (
    <div className="flex flex-col gap-1">
      {list.map((item, place) => {
        const name = item.name || String(place + 1)
        const isFile = item.input?.assistType === 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- names change while they are typed
          <div key={place} className="flex items-start gap-1">
            <Input
              size="sm"
              mono
              aria-label={t('inputs.name', { place: place + 1 })}
              aria-invalid={item.name ? undefined : true}
              placeholder={t('http.name')}
              value={item.name ?? ''}
              disabled={isReadOnly}
              onChange={(event) => replace(place, { ...item, name: event.target.value }, 'name')}
              className="w-28 shrink-0"
            />
            <div className="min-w-0 flex-1">
              <ValueInput
                label={t('http.value', { name })}
                name={name}
                scope={scope}
                value={item.input}
                type={isFile ? fileType : { type: 'string' }}
                disabled={isReadOnly}
                onChange={(input) => replace(place, { ...item, input }, 'value')}
              />
            </div>
            {withFiles && (
              <Select
                size="sm"
                label={t('http.partKind', { name })}
                disabled={isReadOnly}
                items={[
                  { value: 'text', label: t('http.asText') },
                  { value: 'file', label: t('http.isFile') },
                ]}
                value={isFile ? 'file' : 'text'}
                onChange={(kind) =>
                  replace(place, { ...item, input: literal(kind === 'file' ? fileType : 'string', '') })
                }
                className="w-20 shrink-0"
              />
            )}
            {!isReadOnly && (
              <IconButton icon={Minus} label={t('http.remove', { name })} onClick={() => remove(place)} />
            )}
          </div>
        )
      })}
      <AddRow
        label={t('http.add')}
        disabled={isReadOnly}
        onAdd={() => add({ name: '', input: literal('string', '') })}
      />
    </div>
  )
}
