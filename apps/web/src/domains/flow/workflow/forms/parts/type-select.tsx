import { assistNames, elementOf, listType, typeText, type ValueType } from '@orrery/engine/describe'
import { ChevronDown } from 'lucide-react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { MenuItem, MenuSub } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Icon } from '#ui/icon.tsx'

interface TypeSelectProps {
  name: string
  value: ValueType
  onChange: (type: ValueType) => void
  disabled?: boolean
  only?: 'lists'
}

const plain: readonly ValueType[] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'float' },
  { type: 'boolean' },
  { type: 'object', schema: [] },
  { type: 'string', assistType: 10000 },
]
const files = Object.keys(assistNames)
  .map(Number)
  .filter((kind) => kind < 10000)

/** The type of a value in short form; element types and file types are chosen in submenus. */
export function TypeSelect({ name, value, onChange, disabled, only }: TypeSelectProps) {
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const choices = (make: (type: ValueType) => ValueType) => (
    <>
      {plain.map((type) => (
        <MenuItem key={typeText(type)} onClick={() => onChange(keepFields(value, make(type)))}>
          {typeName(typeText(type))}
        </MenuItem>
      ))}
      <MenuSub items={fileChoices(make)}>{typeName('file')}</MenuSub>
    </>
  )
  const fileChoices = (make: (type: ValueType) => ValueType) =>
    files.map((assistType) => (
      <MenuItem key={assistType} onClick={() => onChange(make({ type: 'string', assistType }))}>
        {typeName(assistNames[assistType]!)}
      </MenuItem>
    ))
  const asList = (type: ValueType) => listType(type)
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={`${t('type.of', { name })}: ${typeName(typeText(value))}`}
          className="flex h-6 shrink-0 items-center gap-0.5 rounded-sm px-1 font-mono text-code-caption text-mute hover:bg-hover hover:text-ink aria-expanded:bg-hover disabled:pointer-events-none"
        >
          {typeName(typeText(value))}
          {!disabled && <Icon of={ChevronDown} size={12} />}
        </button>
      }
    >
      {only === 'lists' ? (
        choices(asList)
      ) : (
        <>
          {choices((type) => type)}
          <MenuSub items={choices(asList)}>{t('type.list')}</MenuSub>
        </>
      )}
    </Menu>
  )
}

/** Keeps the fields when a type changes between object and list of objects. */
function keepFields(before: ValueType, next: ValueType): ValueType {
  const inner = elementOf(before) ?? before
  if (inner.type !== 'object' || !Array.isArray(inner.schema)) return next
  if (next.type === 'object') return { ...next, schema: inner.schema }
  return elementOf(next)?.type === 'object' ? listType({ type: 'object', schema: inner.schema }) : next
}
