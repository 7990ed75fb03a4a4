import { useEffect, useRef, useState } from 'react'

const MAX_PER_SECOND = 100

/** What a frame may say; anything else is not heard. */
export type Word =
  | { type: 'event'; name: string; value: unknown }
  | { type: 'size'; height: number }
  | { type: 'fault'; message: string }
  | { type: 'call'; id: number; name: string; act: string; args: Record<string, unknown> }

/** The one port to a frame without an origin, handed over once. What comes too often, or is too large, is not heard. */
export function useFramePort(take: (word: Word, port: MessagePort) => void, maxBytes: number) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort | null>(null)
  const hear = useRef(take)
  useEffect(() => {
    hear.current = take
  })
  useEffect(() => {
    let opened: MessagePort | undefined
    const begin = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow
      if (!target || source !== target || (data as { type?: string } | null)?.type !== 'component-ready') return
      const channel = new MessageChannel()
      opened?.close()
      const own = channel.port1
      opened = own
      let count = 0
      let second = 0
      opened.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
        const now = Math.floor(performance.now() / 1000)
        count = now === second ? count + 1 : 1
        second = now
        if (count <= MAX_PER_SECOND && (JSON.stringify(word) ?? '').length <= maxBytes) hear.current(word, own)
      })
      opened.start()
      // The frame has no origin that could be named; only this window has the reference to it.
      target.postMessage({ type: 'begin' }, '*', [channel.port2])
      setPort(opened)
    }
    globalThis.addEventListener('message', begin)
    return () => {
      globalThis.removeEventListener('message', begin)
      opened?.close()
    }
  }, [maxBytes])
  // Light on dark where the page around is dark.
  useEffect(() => {
    if (frame.current) port?.postMessage({ theme: getComputedStyle(frame.current).colorScheme })
  }, [port])
  return { frame, port }
}
