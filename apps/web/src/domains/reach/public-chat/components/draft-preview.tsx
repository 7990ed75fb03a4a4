import type { InterfaceDocument } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Spinner } from '#ui/spinner.tsx'
import {
  fetchParts,
  type InterfacePort,
  InterfaceView,
  readSource,
  useIsPhone,
  useRuntime,
} from '#domains/studio/interface/index.ts'
import type { PreviewLink } from '../preview-token.ts'

const PreviewedChat = lazy(() => import('./previewed-chat.tsx').then((module) => ({ default: module.PreviewedChat })))
const PreviewedCard = lazy(() => import('./previewed-card.tsx').then((module) => ({ default: module.PreviewedCard })))

const portOf = (token: string): InterfacePort => ({
  run: (source, inputs, onPartial, used) =>
    readSource(() => api.interfacePreview.run({ token, source, inputs, used }), onPartial),
  rows: (source, request) => api.interfacePreview.rows({ token, source, request }),
})

/** The draft behind a preview link: a card with its samples, or an interface with test data. */
export function DraftPreview({ kind, token }: PreviewLink) {
  return kind === 'card' ? <CardPreview token={token} /> : <InterfacePreview token={token} />
}
function CardPreview({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['preview', 'card', token],
    retry: false,
    queryFn: ({ signal }) => api.cardPicture.previewed({ token }, { signal }),
  })
  if (!query.data) return <Waiting hasFailed={query.isError} />
  return (
    <Suspense fallback={<Waiting hasFailed={false} />}>
      <PreviewedCard {...query.data} />
    </Suspense>
  )
}
function InterfacePreview({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['preview', 'interface', token],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { document, frames } = await api.interfacePreview.document({ token }, { signal })
      const read = JSON.parse(document) as InterfaceDocument
      await fetchParts(read)
      return { document: read, frames }
    },
  })
  if (!query.data) return <Waiting hasFailed={query.isError} />
  return <Tried {...query.data} token={token} />
}
function Tried({
  document,
  frames,
  token,
}: {
  document: InterfaceDocument
  frames: Record<string, string>
  token: string
}) {
  const port = useMemo(() => portOf(token), [token])
  const runtime = useRuntime(document, port)
  const isPhone = useIsPhone()
  const page = runtime.store.use((state) => state.page)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-240 flex-col p-4 sm:p-8">
      <h1 className="mb-4 text-heading font-semibold">{document.pages[page]?.title}</h1>
      <InterfaceView
        runtime={runtime}
        isPhone={isPhone}
        chat={
          <Suspense fallback={null}>
            <PreviewedChat document={document} />
          </Suspense>
        }
        frames={frames}
      />
    </main>
  )
}
function Waiting({ hasFailed }: { hasFailed: boolean }) {
  const t = useT('public-chat')
  return (
    <main className="flex min-h-screen items-center justify-center p-4 text-center">
      <h1 className="sr-only">{t('preview.title')}</h1>
      {hasFailed ? <p role="alert">{t('preview.gone')}</p> : <Spinner size={20} />}
    </main>
  )
}
