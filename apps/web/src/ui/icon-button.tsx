import { Button as BaseButton } from '@base-ui/react/button'
import { cn } from '#lib/class-names.ts'
import type { Keys } from '#lib/keys.ts'
import { Icon, type IconType } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const sizes = { sm: 'size-6', md: 'size-7', lg: 'size-8' }
const kinds = {
  quiet: 'text-mute hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
  plain: 'border border-line bg-card text-ink shadow-card hover:bg-hover aria-expanded:bg-hover',
  solid: 'bg-brand-solid text-on-brand hover:bg-brand-solid-hover',
  danger: 'text-mute hover:bg-err-soft hover:text-err',
}

export interface IconButtonProps extends Omit<BaseButton.Props, 'className' | 'style' | 'children'> {
  icon: IconType
  /** The accessible name, also shown as a hint on hover. */
  label: string
  keys?: Keys
  kind?: keyof typeof kinds
  size?: keyof typeof sizes
  /** For toggle buttons. */
  pressed?: boolean
  busy?: boolean
  className?: string
}

export function IconButton({
  icon,
  label,
  keys,
  kind = 'quiet',
  size = 'md',
  pressed,
  busy = false,
  disabled = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <BaseButton
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-busy={busy || undefined}
        disabled={disabled || busy}
        focusableWhenDisabled
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-md transition-colors',
          'data-disabled:cursor-default data-disabled:bg-transparent data-disabled:text-mute data-disabled:opacity-50',
          kinds[kind],
          sizes[size],
          pressed && 'bg-brand-soft text-brand hover:bg-brand-soft hover:text-brand',
          className,
        )}
        {...rest}
      >
        {busy ? <Spinner size={16} /> : <Icon of={icon} />}
      </BaseButton>
    </Tooltip>
  )
}
