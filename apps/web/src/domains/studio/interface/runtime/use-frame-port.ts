import { useEffect, useRef, useState } from 'react'
import { createRateLimit, parseMessage, type FrameMessage } from './frame-words.ts'

const MESSAGES_PER_SECOND = 100
/** A frame that is moved within the page loads again and needs a new port. */
const PORTS_PER_SECOND = 5

/** Opens a port to a frame without an origin once it has loaded. Too frequent or too large messages are dropped. */
export function useFramePort(take: (word: FrameMessage, port: MessagePort) => void, maxBytes: number) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort | null>(null)
  const handler = useRef(take)
  useEffect(() => {
    handler.current = take
  })
  useEffect(() => {
    let opened: MessagePort | undefined
    const [mayOpen, maySend] = [createRateLimit(PORTS_PER_SECOND), createRateLimit(MESSAGES_PER_SECOND)]
    const begin = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow
      if (!target || source !== target || (data as { type?: string } | null)?.type !== 'component-ready') return
      if (!mayOpen()) return
      const channel = new MessageChannel()
      opened?.close()
      const own = channel.port1
      opened = own
      opened.addEventListener('message', ({ data: sent }: MessageEvent<unknown>) => {
        const word = own === opened && maySend() ? parseMessage(sent, maxBytes) : undefined
        if (word) handler.current(word, own)
      })
      opened.start()
      // The frame has no origin to name as the target, but only this window has a reference to it.
      target.postMessage({ type: 'begin' }, '*', [channel.port2])
      setPort(opened)
    }
    globalThis.addEventListener('message', begin)
    return () => {
      globalThis.removeEventListener('message', begin)
      opened?.close()
    }
  }, [maxBytes])
  // Sends the colour scheme of the surrounding page.
  useEffect(() => {
    if (frame.current) port?.postMessage({ theme: getComputedStyle(frame.current).colorScheme })
  }, [port])
  return { frame, port }
}
