import { Menu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import type { Keys } from '#lib/keys.ts'
import { Icon, type IconType } from './icon.tsx'
import { KeyCap } from './key-cap.tsx'
import { optionStyle, popupStyle } from './popup-style.ts'
import { ChoiceText } from './select.tsx'

interface RowProps {
  children: ReactNode
  /** A second line, for which the row grows. */
  description?: ReactNode
  icon?: IconType
  /** The tile of a resource or an avatar, instead of an icon. */
  tile?: ReactNode
  /** The shortcut of the action. The caller handles the key. */
  keys?: Keys
}

function Row({ children, description, icon, tile, keys }: RowProps) {
  return (
    <>
      {tile ?? (icon && <Icon of={icon} className="shrink-0 opacity-80" />)}
      <ChoiceText label={children} description={description} />
      {keys && <KeyCap keys={keys} silent className="ml-auto pl-4" />}
    </>
  )
}

interface MenuItemProps extends RowProps {
  onClick?: () => void
  danger?: boolean
  disabled?: boolean
  /** A link of the router (or `<a>`), for items that navigate. */
  render?: ReactElement
}

export function MenuItem({ onClick, danger, disabled, render, ...row }: MenuItemProps) {
  const style = optionStyle(cn(danger && 'text-err data-highlighted:bg-err-soft'))
  if (render) {
    return (
      <Menu.LinkItem render={render} closeOnClick className={style}>
        <Row {...row} />
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item onClick={onClick} disabled={disabled} className={style}>
      <Row {...row} />
    </Menu.Item>
  )
}

interface MenuCheckProps extends RowProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** An item that switches something on and off; the menu stays open. */
export function MenuCheck({ checked, onChange, disabled, ...row }: MenuCheckProps) {
  return (
    <Menu.CheckboxItem checked={checked} onCheckedChange={onChange} disabled={disabled} className={optionStyle()}>
      <Row {...row} />
      <Tick shown={checked} />
    </Menu.CheckboxItem>
  )
}

interface MenuChoiceProps<V extends string> {
  label?: string
  items: readonly { value: V; label: ReactNode; description?: ReactNode; icon?: IconType }[]
  value: V
  onChange: (value: V) => void
}

export function MenuChoice<V extends string>({ label, items, value, onChange }: MenuChoiceProps<V>) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {label && <MenuLabel>{label}</MenuLabel>}
      {items.map((item) => (
        <Menu.RadioItem key={item.value} value={item.value} closeOnClick className={optionStyle()}>
          <Row icon={item.icon} description={item.description}>
            {item.label}
          </Row>
          <Tick shown={item.value === value} />
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

export function MenuSub({ children, items, ...row }: RowProps & { items: ReactNode }) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={optionStyle('data-popup-open:bg-hover')}>
        <Row {...row}>{children}</Row>
        <Icon of={ChevronRight} size={14} className="ml-auto shrink-0 text-mute" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} alignOffset={-5} className="z-popover">
          <Menu.Popup className={popupStyle('min-w-44 p-1')}>{items}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

export function MenuLine() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-line" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="group-label px-2 pt-2 pb-1">{children}</div>
}

function Tick({ shown }: { shown: boolean }) {
  return <Icon of={Check} className={cn('ml-auto shrink-0 pl-1 text-brand', !shown && 'invisible')} />
}
