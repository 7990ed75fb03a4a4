import { createWidget, type Widget, type WidgetOptions } from './widget.ts'

type Wish = Omit<WidgetOptions, 'server'> & { server?: string }
declare global {
  interface Window {
    /** For pages that would rather say when: `OrreryChat.create({ key: '…' })`. */
    OrreryChat?: { create: (wish: Wish) => Widget; widget?: Widget }
  }
}

const script = document.currentScript as HTMLScriptElement | null
const server = script?.src ?? location.href
const create = (wish: Wish): Widget => createWidget({ server, ...wish })
const chat: NonNullable<Window['OrreryChat']> = { create }
window.OrreryChat = chat

/** `<script src="…/widget.js" data-key="…">`: the tag says it all. */
function begin({ key, color, side, theme, lang, open }: DOMStringMap) {
  if (!key) return
  chat.widget = create({
    key,
    color,
    side: side === 'left' || side === 'right' ? side : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    language: lang,
    isOpen: open !== undefined,
  })
}
const wish = script?.dataset
if (wish) {
  if (document.body) begin(wish)
  else addEventListener('DOMContentLoaded', () => begin(wish), { once: true })
}
