import { useEffect, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { Runtime } from './runtime.ts'
import { useFramePort, type Word } from './use-frame-port.ts'

const MAX_HEIGHT = 20_000
const MAX_BYTES = 1024 * 1024
const MAX_OPEN = 50

interface CodePageProps {
  runtime: Runtime
  title: string
  /** Where it runs; undefined when it could not be built. */
  address: string | undefined
  /** In the editor a page that stands still takes no presses. */
  isStill?: boolean
}
async function answer(runtime: Runtime, { name, act, args }: Word & { type: 'call' }, failed: string) {
  try {
    return { value: await runtime.call(String(name), String(act), args ?? {}) }
  } catch (cause) {
    return { error: (cause instanceof Error && cause.message) || failed }
  }
}

/** A page that is written as code, in a frame without an origin. It gets the states of its sources, and asks for what its text names. */
export function CodePage({ runtime, title, address, isStill = false }: CodePageProps) {
  const t = useT('interface')
  const [height, setHeight] = useState(320)
  const [fault, setFault] = useState('')
  const open = useRef(0)
  const take = (word: Word, from: MessagePort) => {
    if (word.type === 'size') setHeight(Math.min(MAX_HEIGHT, Math.max(40, Math.ceil(Number(word.height) || 0))))
    else if (word.type === 'fault') setFault(String(word.message).slice(0, 500))
    else if (word.type === 'call') {
      if (open.current >= MAX_OPEN)
        return from.postMessage({ answered: word.id, error: 'too many calls at a time' }, [])
      open.current += 1
      void answer(runtime, word, t('failed'))
        .then((reply) => from.postMessage({ answered: word.id, ...reply }, []))
        .finally(() => (open.current -= 1))
    }
    return undefined
  }
  const { frame, port } = useFramePort(take, MAX_BYTES)
  useEffect(() => {
    if (!port) return undefined
    const send = () => {
      const { sources } = runtime.store.current()
      port.postMessage({ states: JSON.parse(JSON.stringify(sources)) as unknown })
    }
    send()
    port.postMessage({ component: 'page', props: {} })
    return runtime.store.subscribe(send)
  }, [port, runtime])
  if (!address) return <p className="rounded-md border border-dashed border-line p-3 text-mute">{t('code.notBuilt')}</p>
  return (
    <>
      <iframe
        key={address}
        ref={frame}
        src={address}
        sandbox="allow-scripts"
        title={title}
        className={cn('w-full border-0', isStill && 'pointer-events-none')}
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
