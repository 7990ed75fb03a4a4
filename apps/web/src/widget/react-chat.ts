import {
  createElement,
  type CSSProperties,
  forwardRef,
  type ForwardRefExoticComponent,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { createChatFrame, wordsIn } from './chat-frame.ts'
import { readFromChat } from './messages.ts'
import { createWidget, type Widget } from './widget.ts'

export interface OrreryChatProps {
  /** The address of the studio, e.g. `https://studio.example`. */
  server: string
  /** The key of the widget, from the page on which it is published. */
  chatKey: string
  /** `bubble`: a button in a corner of the window. `inline`: the chat in place of the component, filling its box. */
  layout?: 'bubble' | 'inline'
  /** `#rrggbb`; by default the colour with which the widget is set up. */
  color?: string
  side?: 'left' | 'right'
  /** By default the theme of the visitor's system. */
  theme?: 'light' | 'dark'
  /** `en` or `zh-CN`; by default the language of the visitor's browser. */
  language?: string
  /** Opens and closes the bubble when it changes. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Applies to the box of an inline chat. */
  className?: string
  style?: CSSProperties
}
export interface OrreryChatHandle {
  open: () => void
  close: () => void
  toggle: () => void
}

/** The chat of a published bot or project. Needs only React 18 or newer. */
export const OrreryChat: ForwardRefExoticComponent<OrreryChatProps & RefAttributes<OrreryChatHandle>> = forwardRef<
  OrreryChatHandle,
  OrreryChatProps
>(function OrreryChat(props, ref) {
  const { server, chatKey, layout = 'bubble', color, side, theme, language, open, className, style } = props
  const box = useRef<HTMLDivElement | null>(null)
  const widget = useRef<Widget | null>(null)
  const latestProps = useRef(props)
  useEffect(() => {
    latestProps.current = props
  })

  useEffect(() => {
    if (layout !== 'bubble') return undefined
    const made = createWidget({
      key: chatKey,
      server,
      ...(color && { color }),
      ...(side && { side }),
      ...(theme && { theme }),
      ...(language && { language }),
      onToggle: (isOpen) => latestProps.current.onOpenChange?.(isOpen),
    })
    widget.current = made
    return () => {
      widget.current = null
      made.remove()
    }
  }, [layout, chatKey, server, color, side, theme, language])

  useEffect(() => {
    if (open === true) widget.current?.open()
    if (open === false) widget.current?.close()
  }, [open, layout, chatKey, server, color, side, theme, language])

  useEffect(() => {
    const holder = box.current
    if (layout !== 'inline' || !holder) return undefined
    const { origin } = new URL(server)
    const frame = createChatFrame({ key: chatKey, server: origin, title: wordsIn(language).title, theme, language })
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0'
    const listen = (event: MessageEvent) => {
      const message = readFromChat(event, origin, frame.contentWindow)
      if (message?.type === 'orrery:close') latestProps.current.onOpenChange?.(false)
    }
    addEventListener('message', listen)
    holder.append(frame)
    return () => {
      removeEventListener('message', listen)
      frame.remove()
    }
  }, [layout, chatKey, server, theme, language])

  useImperativeHandle(
    ref,
    () => ({
      open: () => widget.current?.open(),
      close: () => widget.current?.close(),
      toggle: () => widget.current?.toggle(),
    }),
    [],
  )
  return layout === 'inline' ? createElement('div', { ref: box, className, style }) : null
})
