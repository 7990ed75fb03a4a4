import { createChatFrame, wordsIn } from './chat-frame.ts'
import { inkOn, isColor, readFromChat, type ToChat } from './messages.ts'
import { style } from './style.ts'

export interface WidgetOptions {
  /** The key of the widget. */
  key: string
  /** Address of the studio; by default the origin of this script. */
  server: string
  color?: string
  side?: 'left' | 'right'
  theme?: 'light' | 'dark'
  /** `en` or `zh-CN`; by default the language of the visitor's browser. */
  language?: string
  isOpen?: boolean
  /** Called when the chat is opened or closed, by the visitor or the page. */
  onToggle?: (isOpen: boolean) => void
}
export interface Widget {
  open(): void
  close(): void
  toggle(): void
  /** Removes the widget from the page. */
  remove(): void
}

const bubble = '<path d="M21 11.5a8.5 8.5 0 0 1-12.4 7.5L3 21l2-5.6A8.5 8.5 0 1 1 21 11.5Z"/>'
/** A button that opens the chat page in a frame with a close button. The frame loads on the first click. */
export function createWidget(options: WidgetOptions): Widget {
  const server = new URL(options.server).origin
  const say = wordsIn(options.language)
  const host = document.createElement('orrery-chat')
  const root = host.attachShadow({ mode: 'open' })
  // A constructed style sheet works under a policy that forbids inline styles.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const panel = document.createElement('div')
  panel.hidden = true
  const button = document.createElement('button')
  button.type = 'button'
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  icon.innerHTML = bubble
  button.append(icon)
  root.append(panel, button)
  let frame: HTMLIFrameElement | undefined
  let isReady = false

  function paint(color: string, side: string) {
    if (isColor(color)) {
      host.style.setProperty('--accent', color)
      host.style.setProperty('--on-accent', inkOn(color))
    }
    host.dataset['side'] = side
  }
  function show() {
    const isOpen = !panel.hidden
    button.setAttribute('aria-expanded', String(isOpen))
    button.setAttribute('aria-label', say.open)
  }
  function load(): HTMLIFrameElement {
    const { key, theme, language } = options
    const made = createChatFrame({ key, server, title: say.title, theme, language })
    panel.append(made)
    return made
  }
  function open() {
    frame ??= load()
    const wasHidden = panel.hidden
    panel.hidden = false
    show()
    if (wasHidden) options.onToggle?.(true)
    const shown: ToChat = { type: 'orrery:shown' }
    // Before the page has loaded, the frame has the origin of this site, and the browser would report an error.
    if (isReady) frame.contentWindow?.postMessage(shown, server)
  }
  function close() {
    if (panel.hidden) return
    panel.hidden = true
    show()
    button.focus()
    options.onToggle?.(false)
  }
  const toggle = () => (panel.hidden ? open() : close())
  const listen = (event: MessageEvent) => {
    const message = readFromChat(event, server, frame?.contentWindow)
    if (message?.type === 'orrery:close') close()
    if (message?.type !== 'orrery:ready') return
    isReady = true
    if (frame) frame.title = message.look.title || say.title
    paint(options.color ?? message.look.color, options.side ?? message.look.side)
  }
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && close()

  button.addEventListener('click', toggle)
  host.addEventListener('keydown', leave)
  addEventListener('message', listen)
  paint(options.color ?? '', options.side ?? 'right')
  show()
  document.body.append(host)
  if (options.isOpen) open()
  return {
    open,
    close,
    toggle,
    remove() {
      removeEventListener('message', listen)
      host.remove()
    },
  }
}
