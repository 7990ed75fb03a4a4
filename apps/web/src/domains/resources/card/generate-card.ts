import { ApiError } from '@orrery/contract/client'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { readStream } from '#lib/sse.ts'
import type { CardStore } from './card-store.ts'
import { generatedQuery } from './card.queries.ts'

interface GenerateOptions {
  cardId: string
  description: string
  language: string
  signal: AbortSignal
  onProgress: (characters: number) => void
}
const TAKEN = 1

/** Generates a design and uses the one that the server stored, which may have been repaired after streaming. */
export async function generateCard(
  store: CardStore,
  { cardId, description, language, signal, onProgress }: GenerateOptions,
) {
  // The model works on the card as stored by the server.
  await store.flush()
  let written = 0
  let recordId = ''
  const open = () => api.cardAi.generateStream({ card_id: cardId, description, language }, { signal })
  for await (const { event, data } of readStream(open)) {
    const piece = data as { message?: string; record_id?: string; code?: number; msg?: string }
    if (event === 'error') throw new ApiError(piece.code ?? 0, piece.msg ?? '', 502, '')
    written += piece.message?.length ?? 0
    recordId = piece.record_id ?? recordId
    onProgress(written)
  }
  await queryClient.invalidateQueries({ queryKey: ['card', 'generated', cardId] })
  const made = (await queryClient.fetchQuery(generatedQuery(cardId))).find(({ id }) => id === recordId)
  if (!made) return
  store.edit(() => made.design)
  store.select('')
  await api.cardAi.saveHistory({ card_id: cardId, record_id: recordId, transfer_status: TAKEN })
}

/** Replaces the samples of the variables with generated ones. */
export async function generateSamples(store: CardStore, cardId: string, language: string) {
  await store.flush()
  const { card_variables } = await api.cardAi.variables({ card_id: cardId, language })
  const values = JSON.parse(card_variables) as Record<string, string | number | boolean>
  store.edit((design) => ({
    ...design,
    variables: design.variables.map((variable) => ({ ...variable, sample: values[variable.name] ?? variable.sample })),
  }))
}
