import { type BlockInput, literal, type RefContent, typeOnly, typeText, type ValueType } from '@orrery/engine/describe'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { controlStyle } from '#ui/control-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { findValue, pathOf } from './find-value.ts'
import { fitOf } from './fit.ts'
import { LiteralInput } from './literal-input.tsx'
import { ReferenceChip } from './reference-chip.tsx'
import { ReferencePopover } from './reference-popover.tsx'
import type { ScopeGroup } from './scope-tree.ts'

export interface ValueInputProps {
  /** The accessible name. */
  label: string
  /** The name of the value, shown in the popover. */
  name: string
  scope: readonly ScopeGroup[]
  value: BlockInput | undefined
  onChange: (value: BlockInput) => void
  /** The expected type. Without it, the value has the type of its reference. */
  type?: ValueType
  /** The value may have any type; `type` is only the initial one. */
  follows?: boolean
  choices?: readonly string[]
  disabled?: boolean
  /** Allows references only. */
  onlyReference?: boolean
  invalid?: boolean
  placeholder?: string
  nameGlobals?: boolean
}

/** A literal value, or a reference to an earlier node. */
export function ValueInput(props: ValueInputProps) {
  const { label, name, scope, value, onChange, type, follows = false, choices, disabled = false } = props
  const t = useT('workflow-node')
  const frame = useRef<HTMLDivElement>(null)
  const own = type && !follows ? type : typeOnly(value ?? type ?? { type: 'string' })
  const content = value?.value
  const wanted = follows ? undefined : type
  const toReference = (ref: RefContent, refType: ValueType) =>
    onChange({ ...(wanted ?? typeOnly(refType)), value: { type: 'ref', content: ref } })
  const toFixed = () => {
    onChange(literal(own, ''))
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('textarea, input, button')?.focus())
  }
  const isReference = content?.type === 'ref' || props.onlyReference
  if (isReference) {
    const ref = content?.type === 'ref' ? content.content : undefined
    return (
      <ReferencePopover
        {...{ name, scope, wanted }}
        nameGlobals={props.nameGlobals}
        chosen={ref}
        onChoose={toReference}
        onFixed={props.onlyReference ? undefined : toFixed}
        trigger={<ReferenceButton input={props} reference={ref} />}
      />
    )
  }
  const shown = content?.type === 'literal' ? content.content : content === undefined ? '' : t('value.fixed')
  return (
    <div ref={frame} className="min-w-0" data-empty={shown === '' || undefined}>
      <LiteralInput
        label={label}
        type={own}
        content={shown}
        fileName={content?.rawMeta?.['fileName']}
        choices={choices}
        disabled={disabled}
        placeholder={props.placeholder}
        onChange={(next, fileName) => {
          const made = literal(own, next)
          onChange(
            fileName === undefined || made.value.type !== 'literal'
              ? made
              : { ...made, value: { ...made.value, rawMeta: { ...made.value.rawMeta, fileName } } },
          )
        }}
        after={
          <ReferencePopover
            {...{ name, scope, wanted }}
            nameGlobals={props.nameGlobals}
            onChoose={toReference}
            trigger={<IconButton size="sm" icon={Link2} label={`${t('value.choose')}: ${name}`} disabled={disabled} />}
          />
        }
      />
    </div>
  )
}

interface ReferenceButtonProps extends ComponentProps<'button'> {
  input: ValueInputProps
  reference: RefContent | undefined
}

/** The selected reference as a button that opens the tree; the popover adds its own attributes. */
function ReferenceButton({ input, reference, ...trigger }: ReferenceButtonProps) {
  const { label, scope, type, follows, disabled, value, invalid } = input
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const path = reference ? pathOf(reference) : []
  const found = reference && findValue(scope, reference)
  // A variable of a bot cannot be resolved here.
  const isNamed = reference !== undefined && reference.source !== 'block-output' && path.length > 0
  const misfit = found && !follows && fitOf(found.value.type, type) === 'no'
  const isEmpty = !path.length
  const shownName = isEmpty ? t('value.choose') : path.join('.')
  return (
    <button
      {...trigger}
      type="button"
      disabled={disabled}
      data-empty={isEmpty || undefined}
      aria-invalid={invalid || (!isEmpty && !found && !isNamed) || misfit || undefined}
      title={
        !isEmpty && !found && !isNamed
          ? t('value.broken')
          : misfit
            ? t('value.misfit', { type: typeName(typeText(found.value.type)) })
            : undefined
      }
      className={controlStyle(
        cn(
          'flex h-7 w-full min-w-0 items-center gap-2 px-1 text-left aria-invalid:border-err-solid',
          isEmpty && 'px-2 text-small text-mute',
        ),
      )}
    >
      <span className="sr-only">{label}:</span>
      <span className="flex min-w-0 flex-1">
        {isEmpty ? (
          shownName
        ) : (
          <ReferenceChip found={found ?? (isNamed ? namedValue(reference, value) : undefined)} name={shownName} />
        )}
      </span>
      <span className="shrink-0 pr-1 font-mono text-code-caption text-mute">
        {typeName(typeText(type && !follows ? type : (value ?? type)))}
      </span>
    </button>
  )
}

/** A variable of a bot or an app that is unknown here, shown by its name. */
function namedValue(ref: RefContent, value: BlockInput | undefined) {
  const path = ref.path ?? []
  const kind = ref.source.replace('global_variable_', '') as 'app' | 'user' | 'system'
  const type = typeOnly(value ?? { type: 'string' })
  const leaf = { id: path.join('.'), name: path.at(-1) ?? '', type, ref, isFirstItem: false, note: '', children: [] }
  return { group: { id: kind, node: undefined, as: kind, values: [leaf] }, value: leaf, path }
}
