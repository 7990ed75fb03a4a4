import { ParameterLocation } from '@orrery/contract/shared/plugin-enums'
import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuCheck, MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { canHold, type ParamFault, type ParamLine, type ParamNode, retype } from './param-tree.ts'
import { typeChoices, typeText, typeValue } from './param-type.ts'
import { cellStyle } from './cell-style.ts'
import { DefaultCell } from './default-cell.tsx'

interface ParamRowProps {
  line: ParamLine
  isRequest: boolean
  hasPlaces: boolean
  isReadOnly: boolean
  fault: ParamFault | undefined
  /** Whether the parameter was just added, so that its name gets the focus. */
  isNew: boolean
  onChange: (change: Partial<ParamNode>) => void
  onFold: () => void
  onAdd: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}
const locations = ['query', 'body', 'header', 'path'] as const
const placeOf = (location: number | undefined) =>
  locations.find((place) => ParameterLocation[place] === location) ?? 'body'

export function ParamRow(props: ParamRowProps) {
  const { line, isRequest, hasPlaces, isReadOnly, fault, isNew, onChange } = props
  const { node, level, isOpen } = line
  const t = useT('plugin')
  const typeName = useDataTypeName()
  const input = useRef<HTMLInputElement>(null)
  const isFresh = useRef(isNew && !isReadOnly)
  useEffect(() => {
    if (isFresh.current) input.current?.focus()
  }, [])
  const name = node.name || t('params.unnamed')
  const isHidden = node.rest.global_disable
  const setRest = (rest: Partial<ParamNode['rest']>) => onChange({ rest: { ...node.rest, ...rest } })
  return (
    <tr className={cn('h-9 [&_td]:border-b [&_td]:border-line', isHidden && 'text-mute')}>
      <td className="pl-3">
        <span className="flex min-w-0 items-center" style={{ paddingLeft: level * 20 }}>
          <Fold isOpen={isOpen} name={name} onFold={props.onFold} />
          <input
            ref={input}
            value={node.name}
            readOnly={isReadOnly}
            aria-label={t('params.nameOf', { name })}
            aria-invalid={fault !== undefined}
            title={fault && t(`params.fault.${fault}`)}
            placeholder={t('params.name')}
            spellCheck={false}
            onChange={(event) => onChange({ name: event.target.value })}
            className={cellStyle(
              cn('field-sizing-content w-auto max-w-full font-mono text-code', fault && 'border-err-solid'),
            )}
          />
          {node.isRequired && (
            <span role="img" aria-label={t('params.required')} className="text-err">
              *
            </span>
          )}
        </span>
      </td>
      <td className="px-2">
        {isReadOnly ? (
          <Tag mono>{typeName(typeText(node))}</Tag>
        ) : (
          <Select
            size="sm"
            label={t('params.typeOf', { name })}
            items={typeChoices.map((choice) => ({ value: choice.value, label: typeName(typeText(choice)) }))}
            value={typeValue(node)}
            onChange={(value) => {
              const choice = typeChoices.find((typeChoice) => typeChoice.value === value)!
              onChange(retype(choice.type, choice.item))
            }}
            className="h-5.5 w-fit max-w-full border-transparent bg-hover px-1.5 font-mono text-code-caption [&>svg]:hidden"
          />
        )}
      </td>
      {isRequest && hasPlaces && (
        <td className="px-2">
          {level > 0 ? null : isReadOnly ? (
            <span className="text-small text-mute">{t(`place.${placeOf(node.location)}`)}</span>
          ) : (
            <Select
              size="sm"
              label={t('params.inOf', { name })}
              items={locations.map((place) => ({ value: place, label: t(`place.${place}`) }))}
              value={placeOf(node.location)}
              onChange={(place) =>
                onChange({ location: ParameterLocation[place], ...(place === 'path' && { isRequired: true }) })
              }
              className="w-fit border-transparent px-1 text-mute [&>svg]:hidden"
            />
          )}
        </td>
      )}
      <td className="px-2">
        <input
          value={node.desc}
          readOnly={isReadOnly}
          aria-label={t('params.descOf', { name })}
          title={node.desc}
          placeholder={isReadOnly ? '' : t('params.desc.placeholder')}
          onChange={(event) => onChange({ desc: event.target.value })}
          className={cellStyle('truncate text-small')}
        />
      </td>
      {isRequest && (
        <td className="px-2">
          <DefaultCell node={node} isReadOnly={isReadOnly} onChange={setRest} />
        </td>
      )}
      <td className="pr-5 text-right">
        <span className="inline-flex items-center gap-1">
          <Switch
            checked={!isHidden}
            disabled={isReadOnly}
            label={t('params.seenOf', { name })}
            onChange={(isSeen) => setRest({ global_disable: !isSeen })}
          />
          {!isReadOnly && <ParamMenu {...props} name={name} onRest={setRest} />}
        </span>
      </td>
    </tr>
  )
}

interface ParamMenuProps extends ParamRowProps {
  name: string
  onRest: (rest: Partial<ParamNode['rest']>) => void
}

function ParamMenu({ name, line: { node }, isRequest, onChange, onRest, ...props }: ParamMenuProps) {
  const t = useT('plugin')
  return (
    <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={t('params.more', { name })} />}>
      <MenuCheck checked={node.isRequired} onChange={(isRequired) => onChange({ isRequired })}>
        {t('params.required')}
      </MenuCheck>
      {isRequest && (
        <MenuCheck checked={node.rest.local_disable} onChange={(local_disable) => onRest({ local_disable })}>
          {t('params.localHide')}
        </MenuCheck>
      )}
      <MenuLine />
      {canHold(node) && (
        <MenuItem icon={Plus} onClick={props.onAdd}>
          {t('params.addBelow')}
        </MenuItem>
      )}
      <MenuItem icon={ArrowUp} onClick={() => props.onMove(-1)}>
        {t('params.up')}
      </MenuItem>
      <MenuItem icon={ArrowDown} onClick={() => props.onMove(1)}>
        {t('params.down')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={props.onRemove}>
        {t('params.remove')}
      </MenuItem>
    </Menu>
  )
}

function Fold({ isOpen, name, onFold }: { isOpen: boolean | undefined; name: string; onFold: () => void }): ReactNode {
  const t = useT('plugin')
  if (isOpen === undefined) return <span className="w-6 shrink-0" />
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={t('params.fold', { name })}
      onClick={onFold}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-mute hover:bg-hover"
    >
      <Icon of={ChevronRight} size={14} className={cn('transition-transform', isOpen && 'rotate-90')} />
    </button>
  )
}
