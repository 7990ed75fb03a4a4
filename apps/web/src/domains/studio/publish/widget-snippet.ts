import type { ShareLook } from '@orrery/contract'

/** The one tag that puts the widget on a page. It names what the button must know before the chat is there to tell it. */
export function snippetOf(chatUrl: string, key: string, { color, side }: Pick<ShareLook, 'color' | 'side'>): string {
  const look = [color && ` data-color="${color}"`, side === 'left' && ' data-side="left"'].filter(Boolean).join('')
  return `<script async src="${new URL('/widget.js', chatUrl).href}" data-key="${key}"${look}></script>`
}
