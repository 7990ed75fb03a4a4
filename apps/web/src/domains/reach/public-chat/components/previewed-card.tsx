import { drawCard, sampleData } from '@orrery/engine/card'
import type { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { DrawnCard } from '#domains/chat/chat/index.ts'

type Previewed = Awaited<ReturnType<typeof api.cardPicture.previewed>>

/** A card with its samples, or as the message of a channel. */
export function PreviewedCard({ name, design, payload }: Previewed) {
  const t = useT('public-chat')
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
