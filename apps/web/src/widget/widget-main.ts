import { createWidget, type Widget, type WidgetOptions } from './widget.ts'

type WidgetRequest = Omit<WidgetOptions, 'server'> & { server?: string }
declare global {
  interface Window {
    /** For pages that create the widget themselves: `OrreryChat.create({ key: '…' })`. */
    OrreryChat?: { create: (input: WidgetRequest) => Widget; widget?: Widget }
  }
}

const script = document.currentScript as HTMLScriptElement | null
const server = script?.src ?? location.href
const create = (input: WidgetRequest): Widget => createWidget({ server, ...input })
const chat: NonNullable<Window['OrreryChat']> = { create }
window.OrreryChat = chat

/** Creates the widget from the attributes of its script tag: `<script src="…/widget.js" data-key="…">`. */
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
const input = script?.dataset
if (input) {
  if (document.body) begin(input)
  else addEventListener('DOMContentLoaded', () => begin(input), { once: true })
}
