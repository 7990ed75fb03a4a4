import type { InterfaceDocument } from '@orrery/contract'
import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { chatActs, nodesOf } from '@orrery/engine/interface'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import { later } from '#ui/later.tsx'
import { Spinner } from '#ui/spinner.tsx'
import {
  fetchParts,
  type InterfacePort,
  InterfaceView,
  readSource,
  useIsPhone,
  useRuntime,
} from '#domains/studio/interface/index.ts'
import { PersistentChat } from './persistent-chat.tsx'
import { LastAct, useActs } from './page-acts.tsx'
import type { SharedBot } from '../public-chat.queries.ts'
import { asVisitor } from '../visit.ts'

const Closed = later(async () => (await import('./closed.tsx')).Closed)
// Loaded lazily: most pages have no chat, and the others can show everything else first.
const VisitorChat = lazy(() => import('./visitor-chat.tsx').then((module) => ({ default: module.VisitorChat })))

interface VisitorInterfaceProps {
  visitKey: string
  bot: SharedBot
  title: string
  onVisitEnd: () => void
}
const portOf = (key: string, channel: InterfaceChannel): InterfacePort => ({
  run: (source, inputs, onPartial, used) =>
    readSource(() => api.appVisit.run({ key, channel, source, inputs, used }, asVisitor(key)), onPartial),
  rows: (source, request) => api.appVisit.rows({ key, channel, source, request }, asVisitor(key)),
  upload: (file) => api.appVisit.upload({ key, channel, file }, asVisitor(key)),
})

/** The pages of a project, for people who have the link. */
export function VisitorInterface(props: VisitorInterfaceProps) {
  const { visitKey: key } = props
  const isPhone = useIsPhone()
  // Rotating the phone must not discard what the visitor has started.
  const [channel] = useState(isPhone ? InterfaceChannel.client : InterfaceChannel.web)
  const query = useQuery({
    queryKey: ['share', key, 'interface', channel],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { document, frames } = await api.appVisit.document({ key, channel }, { ...asVisitor(key), signal })
      const read = JSON.parse(document) as InterfaceDocument
      await fetchParts(read)
      return { document: read, frames }
    },
  })
  if (query.error) return <Closed kind="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <div role="status" className="flex flex-1 items-center justify-center text-mute">
        <Spinner size={20} />
      </div>
    )
  return <Shown {...props} {...query.data} channel={channel} />
}
interface ShownProps extends VisitorInterfaceProps {
  document: InterfaceDocument
  frames: Record<string, string>
  channel: InterfaceChannel
}
function Shown({ visitKey, bot, title, onVisitEnd, document, frames, channel }: ShownProps) {
  const port = useMemo(() => portOf(visitKey, channel), [visitKey, channel])
  const runtime = useRuntime(document, port)
  const isPhone = useIsPhone()
  const page = runtime.store.use((state) => state.page)
  const { acts, act, undo } = useActs(runtime)
  const hasChat = nodesOf(document, page).some(({ type }) => type === 'chat')
  const anyChat = nodesOf(document).some(({ type }) => type === 'chat')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-240 flex-col p-4 sm:p-8">
        <h1 className="mb-4 text-heading font-semibold">{document.pages[page]?.title || title}</h1>
        {acts.length > 0 && <LastAct act={acts.at(-1)!} onUndo={undo} />}
        <PersistentChat
          isUsed={anyChat}
          // The conversation continues beside the page that the bot opened.
          isDocked={!hasChat && acts.length > 0}
          chat={
            <Suspense fallback={null}>
              <VisitorChat
                visitKey={visitKey}
                bot={bot}
                title={title}
                onVisitEnd={onVisitEnd}
                isPart
                act={chatActs(document) ? act : undefined}
              />
            </Suspense>
          }
        >
          {(place) => <InterfaceView runtime={runtime} isPhone={isPhone} frames={frames} chat={place} />}
        </PersistentChat>
      </div>
    </main>
  )
}
