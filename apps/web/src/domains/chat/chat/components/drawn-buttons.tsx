import type { DrawnButton } from '@orrery/engine/card'
import { ExternalLink } from 'lucide-react'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { safeLink } from '../safe-link.ts'
import { clickKey } from './click-key.ts'
import type { ElementProps } from './drawn-element.tsx'

const kinds = { main: 'solid', plain: 'plain', danger: 'danger' } as const

/** Buttons of a card. A button that counts once stays disabled after its click. */
export function DrawnButtons({
  buttons,
  clicked,
  busy,
  onPress,
}: Pick<ElementProps, 'clicked' | 'busy' | 'onPress'> & { buttons: readonly DrawnButton[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.map((button) => {
        const key = clickKey(button)
        if (button.action === 'open') return <LinkButton key={key} button={button} />
        return (
          <Button
            key={key}
            size="sm"
            kind={kinds[button.look]}
            disabled={clicked.includes(key) || (busy !== '' && busy !== key)}
            busy={busy === key}
            onClick={() => onPress?.(button)}
          >
            {button.label}
          </Button>
        )
      })}
    </div>
  )
}

/** A link button; an unsafe address is shown as text. */
function LinkButton({ button: { label, look, url = '' } }: { button: DrawnButton }) {
  const href = safeLink(url)
  if (!href) return <span className="self-center text-small text-mute">{label}</span>
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={buttonStyle(kinds[look], 'sm')}
    >
      {label}
      <Icon of={ExternalLink} size={14} />
    </a>
  )
}
