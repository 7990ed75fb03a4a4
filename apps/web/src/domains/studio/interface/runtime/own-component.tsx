import { componentIn, type Node } from '@orrery/engine/interface'
import { useEffect, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { FrameMessage } from './frame-words.ts'
import { useFramePort } from './use-frame-port.ts'
import { useView } from './view-context.tsx'

const MAX_HEIGHT = 4000
const MAX_BYTES = 64 * 1024

/**
 * A component of a package, in a frame without an origin. Through a port it receives its values, and sends its height,
 * its faults, and the events that its description declares.
 */
export function OwnComponent({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const t = useT('interface')
  const { runtime, item, frames, onSelect } = useView()
  const [pack = '', component = ''] = node.type.split('/')
  const described = componentIn(runtime.document, node.type)
  const address = frames?.[pack]
  const [height, setHeight] = useState(40)
  const [fault, setFault] = useState('')
  const take = (word: FrameMessage) => {
    if (word.type === 'size') setHeight(Math.min(MAX_HEIGHT, Math.max(0, Math.ceil(Number(word.height) || 0))))
    else if (word.type === 'fault') setFault(String(word.message).slice(0, 500))
    else if (word.type === 'event' && described?.events.includes(word.name)) {
      if (word.name === 'change') runtime.input(node.name, word.value)
      void runtime.fire(node.id, word.name, { ...item, event: { value: word.value } })
    }
  }
  const { frame, port } = useFramePort(take, MAX_BYTES)
  const text = JSON.stringify(Object.fromEntries(Object.entries(props).filter(([name]) => name !== 'isBusy')))
  const given = useMemo(() => JSON.parse(text) as Record<string, unknown>, [text])
  useEffect(() => port?.postMessage({ component, props: given }), [port, component, given])
  if (!described || !address)
    return <p className="rounded-md border border-dashed border-line p-3 text-mute">{t('own.missing')}</p>
  return (
    <>
      <iframe
        ref={frame}
        src={address}
        sandbox="allow-scripts"
        title={described.title ?? node.name}
        // In the editor, a click selects the component; the frame would otherwise consume it.
        className={cn('w-full border-0', onSelect && 'pointer-events-none')}
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
