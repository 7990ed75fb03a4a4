import type { InterfaceDocument } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { publishedQuery } from '../interface.queries.ts'
import { InterfaceView } from '../runtime/interface-view.tsx'
import { staticRuntime } from '../runtime/sample.ts'
import { useParts } from '../runtime/use-parts.ts'

const nothing = () => {}

/** Renders the thumbnail of a published interface in the browser of the publisher, if the server has no browser. */
export function PublisherPicture({ projectId }: { projectId: string }) {
  const { data: document } = useQuery(publishedQuery(projectId))
  const { data, refetch } = useQuery({
    queryKey: ['project', projectId, 'interface', 'picture'],
    enabled: document !== undefined && document !== null,
    queryFn: ({ signal }) => api.interfacePicture.keep({ project_id: projectId }, { signal }),
  })
  if (!document || !data?.is_wanted) return null
  return <ThumbnailWhenLoaded projectId={projectId} document={document} onKept={() => void refetch()} />
}
interface ThumbnailProps {
  projectId: string
  document: InterfaceDocument
  onKept: () => void
}
const ThumbnailWhenLoaded = (props: ThumbnailProps) => useParts(props.document) && <Thumbnail {...props} />
function Thumbnail(props: ThumbnailProps) {
  const { projectId, document, onKept } = props
  const t = useT('interface')
  const [sample, failed] = [t('status.sampleText'), t('failed')]
  const runtime = useMemo(() => staticRuntime(document, 'sample', sample, failed), [document, sample, failed])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    async function take() {
      const { toBlob } = await import('html-to-image')
      const data = frame.current && (await toBlob(frame.current, { width: 1280, height: 800, skipFonts: true }))
      if (data && !isGone) await api.interfacePicture.keep({ project_id: projectId, data })
      if (!isGone) onKept()
    }
    // The thumbnail is optional: publishing does not depend on it.
    void take().catch(nothing)
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each document
  }, [document, projectId])
  return (
    <div inert aria-hidden className="fixed top-0 -left-[4000px]">
      <div ref={frame} className="h-200 w-320 overflow-hidden bg-card p-8">
        <InterfaceView runtime={runtime} isPhone={false} chat={null} onSelect={nothing} />
      </div>
    </div>
  )
}
