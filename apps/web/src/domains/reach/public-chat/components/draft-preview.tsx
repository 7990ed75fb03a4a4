import type { InterfaceDocument } from '@orrery/contract'
import { drawCard, sampleData } from '@orrery/engine/card'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { DrawnCard } from '#domains/chat/chat/index.ts'
import {
  type InterfacePort,
  InterfaceView,
  readSource,
  useIsPhone,
  useRuntime,
} from '#domains/studio/interface/index.ts'
import type { PreviewLink } from '../preview-token.ts'

const portOf = (token: string): InterfacePort => ({
  run: (source, inputs, onPartial, used) =>
    readSource(() => api.interfacePreview.run({ token, source, inputs, used }), onPartial),
  rows: (source, request) => api.interfacePreview.rows({ token, source, request }),
})

/** What a preview link leads to: a card with its samples, or an interface on test data. */
export function DraftPreview({ kind, token }: PreviewLink) {
  return kind === 'card' ? <CardPreview token={token} /> : <InterfacePreview token={token} />
}
function CardPreview({ token }: { token: string }) {
  const t = useT('public-chat')
  const query = useQuery({
    queryKey: ['preview', 'card', token],
    retry: false,
    queryFn: ({ signal }) => api.cardPicture.previewed({ token }, { signal }),
  })
  if (!query.data) return <Waiting hasFailed={query.isError} />
  const { name, design, payload } = query.data
  return (
    <main className="mx-auto flex w-full max-w-120 flex-col gap-4 p-4">
      <h1 className="text-greeting font-semibold">{name}</h1>
      {payload ? (
        <CodeBlock
          title={t('preview.payload')}
          code={JSON.stringify(JSON.parse(payload), null, 2)}
          wrap
          maxHeight="80vh"
        />
      ) : (
        <DrawnCard name={name} elements={drawCard(design, sampleData(design))} />
      )}
    </main>
  )
}
function InterfacePreview({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['preview', 'interface', token],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { document, frames } = await api.interfacePreview.document({ token }, { signal })
      return { document: JSON.parse(document) as InterfaceDocument, frames }
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
  const t = useT('public-chat')
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
        chat={<p className="m-auto p-4 text-center text-mute">{t('preview.noChat')}</p>}
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
