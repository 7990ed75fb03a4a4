import {
  type FieldOf,
  type FixedInput,
  listType,
  literal,
  type Param,
  typeOnly,
  variable,
} from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { freeName } from '../free-name.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { NameInput } from '../parts/name-input.tsx'
import { RowButton } from '../parts/row-button.tsx'
import { TypeSelect } from '../parts/type-select.tsx'
import { useList } from '../use-path.ts'

/** Named inputs of the node: those defined by its type, those of the called resource, or freely chosen ones. */
export function InputsField({ field }: { field: FieldOf<'inputs'> }) {
  if (field.fixed) return <FixedInputs field={field} fixed={field.fixed} />
  return field.asked ? <CalledInputs field={field} /> : <FreeInputs field={field} />
}

/** Labels of the add button where the values are not inputs of the node. */
const addLabels: Record<string, TextKey<'workflow-node'>> = {
  loopVariables: 'inputs.addVariable',
  endInputs: 'inputs.addValue',
}

const isLiteral = (param: Param): boolean => param.input?.value?.type !== 'ref'

function FreeInputs({ field }: { field: FieldOf<'inputs'> }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const { list, replace, add, remove } = useList<Param>(field.path)
  const isList = field.only === 'lists'
  const fresh = (): Param => ({ name: freeName(list), input: literal(isList ? listType('string') : 'string', '') })
  return (
    <div className="flex flex-col gap-1">
      {list.map((item, place) => {
        const others = list.flatMap((other, i) => (i === place ? [] : [other.name]))
        const name = item.name || String(place + 1)
        return (
          // The index is the key, because names change while they are typed.
          <div key={place} className="group/line flex items-start gap-1">
            <NameInput
              label={t('inputs.name', { place: place + 1 })}
              value={item.name ?? ''}
              others={others}
              disabled={isReadOnly}
              onChange={(next) => replace(place, { ...item, name: next }, 'name')}
              className="w-24 shrink-0"
            />
            <div className="min-w-0 flex-1">
              <ValueInput
                label={name}
                name={name}
                scope={scope}
                value={item.input}
                follows={!isList}
                type={isList ? typeOnly(item.input ?? listType('string')) : undefined}
                disabled={isReadOnly}
                onChange={(input) => replace(place, { ...item, input: isList ? asList(input) : input }, 'value')}
              />
            </div>
            {isLiteral(item) && (
              <div className="flex h-7 items-center">
                <TypeSelect
                  name={name}
                  only={field.only}
                  value={typeOnly(item.input ?? {})}
                  disabled={isReadOnly}
                  onChange={(type) => replace(place, { ...item, input: literal(type, '') })}
                />
              </div>
            )}
            {!isReadOnly && (
              <span className="flex h-7 items-center">
                <RowButton icon={Minus} label={t('inputs.remove', { name })} onClick={() => remove(place)} />
              </span>
            )}
          </div>
        )
      })}
      {list.length === 0 && isReadOnly && <p className="text-small text-mute">{t('inputs.none')}</p>}
      <AddRow
        label={t(addLabels[field.words ?? ''] ?? 'inputs.add')}
        disabled={isReadOnly}
        onAdd={() => add(fresh())}
      />
    </div>
  )
}

/** For inputs that must be lists: a value of another type becomes a list of strings. */
const asList = (input: Param['input']): Param['input'] =>
  input.type === 'list' ? input : { ...input, ...listType('string') }

function FixedInputs({ field, fixed }: { field: FieldOf<'inputs'>; fixed: readonly FixedInput[] }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly, gaps } = useNodeForm()
  const { list, set } = useList<Param>(field.path)
  return (
    <div className="flex flex-col gap-1.5">
      {fixed.map((wanted) => {
        const at = list.findIndex((item) => item.name === wanted.name)
        const type = typeOnly(wanted)
        const write = (input: Param['input']) => {
          const next = { ...list[at], name: wanted.name, input }
          set(at < 0 ? [...list, next] : list.with(at, next), wanted.name)
        }
        return (
          <NamedValue key={wanted.name} input={wanted}>
            <ValueInput
              label={wanted.name}
              name={wanted.name}
              scope={scope}
              value={list[at]?.input}
              type={type}
              follows={wanted.open}
              choices={wanted.choices}
              disabled={isReadOnly}
              invalid={gaps.some((gap) => gap.field === field.id && gap.item === wanted.name)}
              placeholder={wanted.required ? undefined : t('inputs.optional')}
              onChange={write}
            />
          </NamedValue>
        )
      })}
    </div>
  )
}

/** A row with the name on the left; the name is fixed by the node. */
function NamedValue({ input, children }: { input: FixedInput; children: React.ReactNode }) {
  const t = useT('ui')
  return (
    <div className="flex min-w-0 items-start gap-2">
      <span title={input.description || input.name} className="flex h-7 w-26 shrink-0 items-center font-mono text-code">
        <span className="truncate">{input.name}</span>
        {input.required && (
          <span className="ml-0.5 text-err" role="img" aria-label={t('required')}>
            *
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Inputs of the selected tool or workflow, already stored in the data with their types. */
function CalledInputs({ field }: { field: FieldOf<'inputs'> }) {
  const t = useT('workflow-node')
  const { list } = useList<Param & { required?: boolean; description?: string }>(field.path)
  const { data } = useNodeForm()
  const defs = (data.inputs?.['inputDefs'] ?? []) as { name?: string; required?: boolean; description?: string }[]
  if (!list.length) return <p className="text-small text-mute">{t('inputs.followed')}</p>
  const fixed = list.map((item) => {
    const def = Array.isArray(defs) ? defs.find((other) => other?.name === item.name) : undefined
    return variable(item.name, typeOnly(item.input ?? {}), { required: def?.required, description: def?.description })
  })
  return <FixedInputs field={field} fixed={fixed} />
}
