import { useEffect, useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { InterfaceView, staticRuntime, useParts } from '#domains/studio/interface/index.ts'
import type { Picture } from '../injected-picture.ts'

const nothing = () => {}

/** A static interface with samples. Components can be found by their ids (`[data-node="…"]`). */
export function StaticInterface({ document, page, isPhone }: Picture) {
  const t = useT('interface')
  const [sample, failed] = [t('status.sampleText'), t('failed')]
  const runtime = useMemo(() => staticRuntime(document, 'sample', sample, failed), [document, sample, failed])
  useEffect(() => runtime.show(page), [runtime, page])
  if (!useParts(document)) return null
  return (
    <main data-picture className="min-h-screen bg-card p-4 sm:p-8">
      <h1 className="mb-4 text-heading font-semibold">{document.pages[page]?.title}</h1>
      <InterfaceView runtime={runtime} isPhone={isPhone} chat={null} onSelect={nothing} />
    </main>
  )
}
