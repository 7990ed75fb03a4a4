import type { ShareLook } from '@orrery/contract'

/** The script tag that embeds the widget, with the attributes that its button needs before the chat has loaded. */
export function snippetOf(chatUrl: string, key: string, { color, side }: Pick<ShareLook, 'color' | 'side'>): string {
  const look = [color && ` data-color="${color}"`, side === 'left' && ' data-side="left"'].filter(Boolean).join('')
  return `<script async src="${new URL('/widget.js', chatUrl).href}" data-key="${key}"${look}></script>`
}
