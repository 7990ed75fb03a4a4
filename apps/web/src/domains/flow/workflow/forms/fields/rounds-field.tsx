import { type FieldOf, listType, type Param, reference, typeOnly } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useScope } from '../../scope/use-scope.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { freeName } from '../free-name.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { NameInput } from '../parts/name-input.tsx'
import { useList } from '../use-path.ts'

/** The outputs of a loop or batch: values of inner nodes, collected into arrays. */
export function RoundsField({ field }: { field: FieldOf<'rounds'> }) {
  const t = useT('workflow-node')
  const { node, isReadOnly } = useNodeForm()
  const inside = useScope(node.id, 'inside')
  const { list, replace, add, remove } = useList<Param>(field.path)
  /** The value of an inner node is collected into a list; a variable of the loop keeps its type. */
  const gathered = (input: Param['input']): Param['input'] => {
    const isOwn = input.value.type === 'ref' && input.value.content.blockID === node.id
    return isOwn ? input : { ...listType(typeOnly(input)), value: input.value }
  }
  return (
    <div className="flex flex-col gap-1">
      {list.map((item, place) => {
        const name = item.name || String(place + 1)
        return (
          // The index is the key, because names change while they are typed.
          <div key={place} className="flex items-start gap-1">
            <NameInput
              label={t('inputs.name', { place: place + 1 })}
              value={item.name ?? ''}
              others={list.flatMap((other, i) => (i === place ? [] : [other.name]))}
              disabled={isReadOnly}
              onChange={(next) => replace(place, { ...item, name: next }, 'name')}
              className="w-28 shrink-0"
            />
            <div className="min-w-0 flex-1">
              <ValueInput
                label={name}
                name={name}
                scope={inside}
                value={item.input}
                follows
                onlyReference
                nameGlobals={false}
                disabled={isReadOnly}
                onChange={(input) => replace(place, { ...item, input: gathered(input) })}
              />
            </div>
            {!isReadOnly && (
              <IconButton icon={Minus} label={t('inputs.remove', { name })} onClick={() => remove(place)} />
            )}
          </div>
        )
      })}
      <AddRow
        label={t('rounds.add')}
        disabled={isReadOnly}
        onAdd={() => add({ name: freeName(list, 'output'), input: reference(listType('string'), '', '') })}
      />
      <p className="text-small text-mute">{node.type === NodeType.Batch ? t('rounds.batchHelp') : t('rounds.help')}</p>
    </div>
  )
}
