import { Button as BaseButton } from '@base-ui/react/button'
import type { ReactNode } from 'react'
import type { Keys } from '#lib/keys.ts'
import { buttonStyle, type ButtonKind, type ButtonSize } from './button-style.ts'
import { Icon, type IconType } from './icon.tsx'
import { KeyCap } from './key-cap.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<BaseButton.Props, 'className' | 'style'> {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconType
  iconAfter?: IconType
  /** The shortcut of the button, shown on it. The caller handles the key. */
  keys?: Keys
  /** The action is running: the icon spins, and further clicks are ignored. */
  busy?: boolean
  className?: string
  children?: ReactNode
}

export function Button({
  kind = 'plain',
  size = 'md',
  icon,
  iconAfter,
  keys,
  busy = false,
  disabled = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  const glyph = size === 'md' || size === 'lg' ? 16 : 14
  return (
    <BaseButton
      type={type}
      disabled={disabled || busy}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      className={buttonStyle(kind, size, className)}
      {...rest}
    >
      {busy ? <Spinner size={glyph} /> : icon && <Icon of={icon} size={glyph} />}
      {children}
      {iconAfter && <Icon of={iconAfter} size={glyph} />}
      {keys && <KeyCap keys={keys} silent plain={kind === 'solid' || kind === 'danger'} />}
    </BaseButton>
  )
}
