import { elementOf, type ValueType, variable, typeOnly, type VariableShape } from '@orrery/engine/describe'
import { ChevronRight, Minus, Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { LiteralInput } from '../../scope/literal-input.tsx'
import { freeName } from '../free-name.ts'
import { Labelled } from './labelled.tsx'
import { NameInput } from './name-input.tsx'
import { RowButton } from './row-button.tsx'
import { TypeSelect } from './type-select.tsx'

interface VariableRowsProps {
  list: readonly VariableShape[]
  onChange: (list: readonly VariableShape[], merge?: string) => void
  isReadOnly: boolean
  /** Whether the node itself defines the name. */
  isLocked?: (variableShape: VariableShape) => boolean
  /** For inputs of a workflow, which are either required or have a default. */
  withDefaults?: boolean
  level: number
}

/** Names and types as a tree; objects and lists of objects contain fields. */
export function VariableRows(props: VariableRowsProps) {
  const { list, onChange, isLocked = () => false } = props
  return (
    <ul className="flex flex-col gap-0.5">
      {list.map((item, place) => (
        <VariableRow
          // The index is the key, because names change while they are typed.
          key={place}
          {...props}
          one={item}
          locked={isLocked(item)}
          others={list.flatMap((other, i) => (i === place ? [] : [other.name]))}
          onOne={(next, merge) => onChange(list.with(place, next), merge && `${place}/${merge}`)}
          onRemove={() => onChange(list.toSpliced(place, 1))}
        />
      ))}
    </ul>
  )
}

interface VariableRowProps extends VariableRowsProps {
  one: VariableShape
  locked: boolean
  others: readonly string[]
  onOne: (next: VariableShape, merge?: string) => void
  onRemove: () => void
}

function VariableRow({
  one: item,
  locked,
  others,
  onOne,
  onRemove,
  isReadOnly,
  withDefaults = false,
  level,
}: VariableRowProps) {
  const t = useT('workflow-node')
  const [isOpen, setOpen] = useState(true)
  const inner = elementOf(item) ?? item
  const isObject = inner.type === 'object'
  const fields = isObject && Array.isArray(inner.schema) ? (inner.schema as VariableShape[]) : []
  const setFields = (next: readonly VariableShape[], merge?: string) =>
    onOne({ ...item, ...withFields(item, [...next]) }, merge && `fields/${merge}`)
  const isFixed = isReadOnly || locked
  return (
    <li>
      <div className="group/line flex items-center gap-0.5" style={{ paddingLeft: level * 14 }}>
        {isObject ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('vars.toggle', { name: item.name })}
            onClick={() => setOpen(!isOpen)}
            className="flex size-5 shrink-0 items-center justify-center rounded-xs text-mute hover:bg-hover"
          >
            <Icon of={ChevronRight} size={14} className={cn('transition-transform', isOpen && 'rotate-90')} />
          </button>
        ) : (
          <span className="w-5 shrink-0" />
        )}
        <NameInput
          label={`${t('vars.name')} ${item.name}`}
          value={item.name}
          others={others}
          disabled={isFixed}
          onChange={(name) => onOne({ ...item, name }, 'name')}
          className="w-auto max-w-44 min-w-12 [&_input]:field-sizing-content"
        />
        <TypeSelect
          name={item.name}
          value={typeOnly(item)}
          disabled={isFixed}
          onChange={(type) => onOne({ ...withoutType(item), ...type })}
        />
        <span title={item.description} className="min-w-0 flex-1 truncate text-right text-small text-mute">
          {item.description}
        </span>
        {item.required && (
          <span className="text-err" role="img" aria-label={t('vars.required')}>
            *
          </span>
        )}
        <Details {...{ one: item, onOne, isReadOnly, withDefaults }} />
        {isObject && !isReadOnly && (
          <RowButton
            icon={Plus}
            label={t('vars.addChild', { name: item.name })}
            onClick={() => {
              setOpen(true)
              setFields([...fields, variable(freeName(fields, 'field'))])
            }}
          />
        )}
        {!isFixed && <RowButton icon={Minus} label={t('vars.remove', { name: item.name })} onClick={onRemove} />}
      </div>
      {isObject && isOpen && fields.length > 0 && (
        <VariableRows list={fields} onChange={setFields} isReadOnly={isReadOnly} level={level + 1} />
      )}
    </li>
  )
}

/** Removes everything that belongs to the old type, before another type is set. */
function withoutType(variableShape: VariableShape): Omit<VariableShape, 'type'> {
  const { type: _type, assistType: _assist, schema: _schema, defaultValue: _default, ...rest } = variableShape
  return rest
}

/** Replaces the fields of an object or of a list of objects. */
function withFields(type: ValueType, fields: VariableShape[]): ValueType {
  const element = elementOf(type)
  return element ? { type: 'list', schema: { ...element, schema: fields } } : { type: 'object', schema: fields }
}

interface DetailsProps extends Pick<VariableRowProps, 'one' | 'onOne' | 'isReadOnly'> {
  withDefaults: boolean
}

function Details({ one: item, onOne, isReadOnly, withDefaults }: DetailsProps) {
  const t = useT('workflow-node')
  return (
    <Popover
      align="end"
      trigger={
        <IconButton
          size="sm"
          icon={SlidersHorizontal}
          label={t('vars.details', { name: item.name })}
          className="opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Labelled label={t('vars.description')}>
          <Input
            size="sm"
            aria-label={t('vars.description')}
            disabled={isReadOnly}
            value={item.description ?? ''}
            onChange={(event) => onOne({ ...item, description: event.target.value }, 'description')}
          />
        </Labelled>
        {withDefaults && (
          <>
            <Labelled label={t('vars.default')}>
              <LiteralInput
                label={t('vars.default')}
                type={typeOnly(item)}
                content={item.defaultValue ?? ''}
                fileName={undefined}
                disabled={isReadOnly}
                placeholder=""
                after={null}
                onChange={(next) => onOne({ ...item, defaultValue: next }, 'default')}
              />
            </Labelled>
            <Checkbox
              checked={item.required === true}
              disabled={isReadOnly}
              onChange={(required) => onOne({ ...item, required })}
            >
              {t('vars.required')}
            </Checkbox>
          </>
        )}
      </div>
    </Popover>
  )
}
