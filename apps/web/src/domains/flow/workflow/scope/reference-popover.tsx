import { goodName, type RefContent, typeText, type ValueType } from '@orrery/engine/describe'
import { Braces } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { ReferenceTree } from './reference-tree.tsx'
import { globalRef, type ScopeGroup, type ScopeValue } from './scope-tree.ts'

interface ReferencePopoverProps {
  trigger: ReactElement
  /** The name of the field for which a value is selected. */
  name: string
  scope: readonly ScopeGroup[]
  wanted?: ValueType
  chosen?: RefContent
  onChoose: (ref: RefContent, type: ValueType) => void
  /** Switches to a literal value. */
  onFixed?: () => void
  /** Allows entering variables of a bot by name, because they are unknown here. */
  nameGlobals?: boolean
}

/** The tree of available values in a popover. */
export function ReferencePopover(props: ReferencePopoverProps) {
  const { trigger, name, scope, wanted, chosen, onChoose, onFixed, nameGlobals = true } = props
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const search = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const choose = (ref: RefContent, type: ValueType) => {
    setOpen(false)
    onChoose(ref, type)
  }
  return (
    <Popover
      trigger={trigger}
      align="end"
      className="flex w-87 flex-col overflow-hidden p-0"
      initialFocus={() => search.current?.querySelector('input') ?? true}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        setQuery('')
      }}
    >
      <div className="flex h-10 shrink-0 items-center gap-1.5 border-b border-line px-3 text-small">
        <span className="text-mute">{t('value.of')}</span>
        <span className="min-w-0 truncate font-mono text-code">{name}</span>
        {wanted && <Tag mono>{typeName(typeText(wanted))}</Tag>}
        {onFixed && (
          <Segmented
            size="sm"
            className="ml-auto"
            label={t('value.of')}
            value="reference"
            items={[
              { value: 'reference', label: t('value.reference') },
              { value: 'fixed', label: t('value.fixed') },
            ]}
            onChange={(next) => {
              if (next !== 'fixed') return
              setOpen(false)
              onFixed()
            }}
          />
        )}
      </div>
      <div ref={search} className="px-2 pt-2" onKeyDown={fromSearch}>
        <SearchInput size="sm" pause={80} value={query} onChange={setQuery} placeholder={t('value.find')} />
      </div>
      <div className="max-h-80 min-h-24 overflow-y-auto p-2">
        <Choices {...{ scope, query, wanted, chosen, name }} onChoose={(value) => choose(value.ref, value.type)} />
        {nameGlobals && goodName.test(query.trim()) && (
          <NamedVariable name={query.trim()} onChoose={(ref) => choose(ref, wanted ?? { type: 'string' })} />
        )}
      </div>
      <div className="flex h-9 shrink-0 items-center gap-1.5 border-t border-line px-3 text-caption text-mute">
        <KeyCap keys="ArrowUp" silent />
        <KeyCap keys="ArrowDown" silent />
        {t('value.move')}
        <KeyCap keys="Enter" silent />
        {t('value.enter')}
        <span className="ml-auto">{t('value.only')}</span>
      </div>
    </Popover>
  )
}

/** Handles keys in the search field: the down arrow moves into the tree, Enter selects the first match. */
function fromSearch(event: KeyboardEvent<HTMLElement>): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || event.nativeEvent.isComposing) return
  const items = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
  const values = items.filter((item) => item.ariaLevel !== '1' && !item.querySelector('[aria-disabled="true"]'))
  const [first] = event.key === 'Enter' ? values : items
  if (!first) return
  event.preventDefault()
  if (event.key === 'Enter') first.click()
  else first.focus()
}

interface ChoicesProps extends Pick<ReferencePopoverProps, 'name' | 'scope' | 'wanted' | 'chosen'> {
  query: string
  onChoose: (value: ScopeValue) => void
}

function Choices({ name, scope, query, wanted, chosen, onChoose }: ChoicesProps) {
  const t = useT('workflow-node')
  if (!scope.length) return <p className="px-1 py-2 text-small text-mute">{t('value.nothing')}</p>
  return <ReferenceTree label={name} {...{ scope, query, wanted, chosen, onChoose }} />
}

function NamedVariable({ name, onChoose }: { name: string; onChoose: (ref: RefContent) => void }) {
  const t = useT('workflow-node')
  return (
    <div className="mt-1 flex flex-col items-start border-t border-line pt-1">
      {(['user', 'app'] as const).map((kind) => (
        <Button key={kind} kind="ghost" size="sm" icon={Braces} onClick={() => onChoose(globalRef(kind, [name]))}>
          {t(`value.${kind}`, { name })}
        </Button>
      ))}
    </div>
  )
}
