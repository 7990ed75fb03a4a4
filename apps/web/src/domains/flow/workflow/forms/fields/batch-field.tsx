import {
  type FieldOf,
  listType,
  literal,
  type Param,
  typeOnly,
  type VariableShape,
  writePath,
} from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Switch } from '#ui/switch.tsx'
import type { NodeData } from '../../document/canvas.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { freeName } from '../free-name.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { NameInput } from '../parts/name-input.tsx'
import { useList, usePath } from '../use-path.ts'

interface Batch {
  batchEnable?: boolean
  batchSize?: number
  concurrentSize?: number
  inputLists?: Param[]
}

/** In batch mode the outputs become one list of objects; without it they are restored from the list. */
function batchOutputs(outputs: unknown, isOn: boolean): unknown {
  const list = (Array.isArray(outputs) ? outputs : []) as VariableShape[]
  const isErrorOutput = (variableShape: VariableShape) =>
    variableShape.name === 'errorBody' || variableShape.name === 'isSuccess'
  const [own, kept] = [list.filter((item) => !isErrorOutput(item)), list.filter(isErrorOutput)]
  const [only] = own
  const inner = only?.type === 'list' ? (only.schema as VariableShape | undefined) : undefined
  const isGathered = own.length === 1 && only?.name === 'outputList' && inner?.type === 'object'
  if (isOn) return isGathered ? list : [{ name: 'outputList', ...listType({ type: 'object', schema: own }) }, ...kept]
  return isGathered ? [...((inner.schema as VariableShape[]) ?? []), ...kept] : list
}

export function BatchField({ field }: { field: FieldOf<'batch'> }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly, change } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const batch = (raw ?? {}) as Batch
  const isOn = batch.batchEnable === true
  const turn = (on: boolean) =>
    change((data: NodeData) => {
      const next: Batch = {
        batchSize: 100,
        concurrentSize: 10,
        ...batch,
        batchEnable: on,
        inputLists: batch.inputLists?.length
          ? batch.inputLists
          : [{ name: 'item1', input: literal(listType('string'), '') }],
      }
      return { ...writePath(data, field.path, next), outputs: batchOutputs(data.outputs, on) }
    })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span>{t('batch.on')}</span>
        <Switch label={t('batch.on')} checked={isOn} disabled={isReadOnly} onChange={turn} />
      </div>
      {isOn && (
        <>
          <p className="text-small text-mute">{t('batch.help')}</p>
          <Lists path={`${field.path}.inputLists`} scope={scope} isReadOnly={isReadOnly} />
          <div className="grid grid-cols-2 gap-2">
            <Labelled label={t('batch.at')}>
              <NumberInput
                size="sm"
                label={t('batch.at')}
                min={1}
                max={10}
                value={batch.concurrentSize ?? 10}
                disabled={isReadOnly}
                onChange={(next) => next !== null && set({ ...batch, concurrentSize: next }, 'at')}
              />
            </Labelled>
            <Labelled label={t('batch.size')}>
              <NumberInput
                size="sm"
                label={t('batch.size')}
                min={1}
                max={200}
                value={batch.batchSize ?? 100}
                disabled={isReadOnly}
                onChange={(next) => next !== null && set({ ...batch, batchSize: next }, 'size')}
              />
            </Labelled>
          </div>
        </>
      )}
    </div>
  )
}

function Lists({
  path,
  scope,
  isReadOnly,
}: {
  path: string
  scope: ReturnType<typeof useNodeForm>['scope']
  isReadOnly: boolean
}) {
  const t = useT('workflow-node')
  const { list, replace, add, remove } = useList<Param>(path)
  // The items of the batch come from these lists, so they cannot refer to them.
  const outside = scope.filter((group) => group.as !== 'items')
  return (
    <div className="flex flex-col gap-1">
      <span className="text-small text-mute">{t('batch.lists')}</span>
      {list.map((item, place) => (
        // The index is the key, because names change while they are typed.
        <div key={place} className="flex items-start gap-1">
          <NameInput
            label={t('inputs.name', { place: place + 1 })}
            value={item.name ?? ''}
            others={list.flatMap((other, i) => (i === place ? [] : [other.name]))}
            disabled={isReadOnly}
            onChange={(name) => replace(place, { ...item, name }, 'name')}
            className="w-24 shrink-0"
          />
          <div className="min-w-0 flex-1">
            <ValueInput
              label={item.name}
              name={item.name}
              scope={outside}
              value={item.input}
              type={typeOnly(item.input ?? listType('string'))}
              follows={item.input?.value?.type === 'ref'}
              disabled={isReadOnly}
              onChange={(input) =>
                replace(
                  place,
                  { ...item, input: input.type === 'list' ? input : { ...input, ...listType('string') } },
                  'value',
                )
              }
            />
          </div>
          {!isReadOnly && (
            <IconButton
              icon={Minus}
              label={t('inputs.remove', { name: item.name })}
              disabled={list.length === 1}
              onClick={() => remove(place)}
            />
          )}
        </div>
      ))}
      <AddRow
        label={t('inputs.add')}
        disabled={isReadOnly}
        onAdd={() => add({ name: freeName(list, `item${list.length + 1}`), input: literal(listType('string'), '') })}
      />
    </div>
  )
}
