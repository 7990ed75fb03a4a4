import type { InterfaceDocument } from '@orrery/contract'
import { useEffect, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { copyText } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { InterfacePort } from './interface-port.ts'
import { createRuntime, type Runtime } from './runtime.ts'

/** Creates a live interface, which loads its sources as soon as it is shown. */
export function useRuntime(document: InterfaceDocument, port: InterfacePort): Runtime {
  const t = useT('interface')
  const [failed, why] = [t('failed'), t('why')]
  const runtime = useMemo(
    () =>
      createRuntime(document, {
        port,
        failed,
        notify: (text, isFault, stepsAt = '') => {
          const look = { label: why, onClick: () => void globalThis.open(stepsAt, '_blank', 'noopener') }
          if (isFault) toast.error(text, stepsAt ? { action: look } : {})
          else toast.info(text)
        },
        confirm: (text) => globalThis.confirm(text),
        open: (url) => void (/^https?:\/\//i.test(url) && globalThis.open(url, '_blank', 'noopener,noreferrer')),
        copy: (text) => void copyText(text),
      }),
    [document, port, failed, why],
  )
  useEffect(() => runtime.start(), [runtime])
  return runtime
}
/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(() => globalThis.innerWidth < 600)
  useEffect(() => {
    const look = () => setPhone(globalThis.innerWidth < 600)
    globalThis.addEventListener('resize', look)
    return () => globalThis.removeEventListener('resize', look)
  }, [])
  return isPhone
}
