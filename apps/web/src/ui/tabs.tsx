import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Icon, type IconType } from './icon.tsx'

interface Tab<V extends string> {
  value: V
  label: ReactNode
  icon?: IconType
  count?: number
  /** Shows an amber dot with this text for screen readers: something here requires attention. */
  waits?: string
  disabled?: boolean
}

interface TabsProps<V extends string> {
  label?: string
  items: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  /** 44 px below a title bar, 36 px inside a sheet. */
  size?: 'page' | 'sheet'
  /** A hint or buttons at the end of the tab row. */
  after?: ReactNode
  /** The panels as `TabPanel`s. Without them the caller renders the content. */
  children?: ReactNode
  className?: string
}

export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, items, value, onChange, size = 'sheet', after, children, className } = props
  const wraps = after !== undefined && size === 'page'
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className={cn('flex min-h-0 min-w-0 flex-col', children && 'flex-1', className)}
    >
      <div
        className={cn(
          'flex shrink-0 items-center gap-4 border-b border-line',
          size === 'page' ? 'h-11 px-5' : 'h-9 px-4',
          // On a phone the tabs and the content after them do not fit into one row.
          wraps && 'max-sm:h-auto max-sm:flex-wrap max-sm:gap-y-0',
        )}
      >
        <Base.List
          aria-label={label}
          className={cn(
            'relative flex h-full min-w-0 gap-5 overflow-x-auto overflow-y-hidden',
            wraps && 'max-sm:h-11 max-sm:w-full',
          )}
        >
          {items.map((item) => (
            <Base.Tab
              key={item.value}
              value={item.value}
              disabled={item.disabled}
              className={cn(
                'focus-inset relative inline-flex h-full shrink-0 items-center gap-1.5 rounded-xs text-mute transition-colors hover:text-ink',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-transparent data-active:after:bg-brand',
                'data-active:font-medium data-active:text-ink data-disabled:opacity-50',
              )}
            >
              {item.icon && <Icon of={item.icon} size={14} />}
              {item.label}
              {item.count !== undefined && (
                <span className="text-small font-normal text-mute tabular-nums">{formatNumber(item.count)}</span>
              )}
              {item.waits && (
                <span className="size-1.5 rounded-full bg-warn-solid">
                  <span className="sr-only">{item.waits}</span>
                </span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {after && (
          <div className={cn('ml-auto flex min-w-0 items-center gap-2', wraps && 'max-sm:ml-0 max-sm:pb-2')}>
            {after}
          </div>
        )}
      </div>
      {children}
    </Base.Root>
  )
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={cn('min-h-0 flex-1 overflow-y-auto', className)}>
      {children}
    </Base.Panel>
  )
}
