import { usesOf } from '@orrery/engine/interface'
import { useEffect, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { createAnswers, statesFor, type FrameMessage } from './frame-words.ts'
import type { Runtime } from './runtime.ts'
import { useFramePort } from './use-frame-port.ts'

const MAX_HEIGHT = 20_000
const MAX_BYTES = 1024 * 1024

interface CodePageProps {
  runtime: Runtime
  title: string
  /** The files of the page, or only their uses of sources: the page may use these sources. */
  files: Record<string, string>
  /** The URL at which the page runs; undefined if it could not be built. */
  address: string | undefined
  /** In the editor, a static page ignores clicks. */
  isStatic?: boolean
}
/**
 * A page of code, in a frame without an origin. It receives the states of the sources that its files declare, and may
 * call only these.
 */
export function CodePage({ runtime, title, files, address, isStatic = false }: CodePageProps) {
  const t = useT('interface')
  const [height, setHeight] = useState(320)
  const [fault, setFault] = useState('')
  const uses = useMemo(() => usesOf(files), [files])
  const answer = useMemo(() => createAnswers(runtime, uses, t('failed')), [runtime, uses, t])
  const take = (word: FrameMessage, from: MessagePort) => {
    if (word.type === 'size') setHeight(Math.min(MAX_HEIGHT, Math.max(40, Math.ceil(Number(word.height) || 0))))
    else if (word.type === 'fault') setFault(String(word.message).slice(0, 500))
    else if (word.type === 'call')
      void answer(word).then((reply) => from.postMessage({ answered: word.id, ...reply }, []))
  }
  const { frame, port } = useFramePort(take, MAX_BYTES)
  useEffect(() => {
    if (!port) return undefined
    const send = () => {
      const states = statesFor(uses, runtime.store.current().sources)
      port.postMessage({ states: JSON.parse(JSON.stringify(states)) as unknown })
    }
    send()
    port.postMessage({ component: 'page', props: {} })
    return runtime.store.subscribe(send)
  }, [port, runtime, uses])
  if (!address) return <p className="rounded-md border border-dashed border-line p-3 text-mute">{t('code.notBuilt')}</p>
  return (
    <>
      <iframe
        key={address}
        ref={frame}
        src={address}
        sandbox="allow-scripts"
        title={title}
        className={cn('w-full border-0', isStatic && 'pointer-events-none')}
        style={{ height }}
      />
      {fault && (
        <p role="alert" className="text-err">
          {t('own.fault', { message: fault })}
        </p>
      )}
    </>
  )
}
