import { type CardDesign, cardDesign } from '@orrery/contract'
import { asVariable, cardProblems, changedByWords } from '@orrery/engine/card'
import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ModelService, ReadyModel } from '#domains/chat/model/model.service.ts'
import type { WriteRequest } from '#domains/chat/model/shared/text-writer.ts'
import { cardGuide, cardTask } from './card-guide.ts'
import type { CardGenerationRepo } from './card-generation.repo.ts'
import { cardErrors } from './card.errors.ts'
import { GenerationState } from './card.table.ts'

export interface CardOrder {
  cardId: string
  spaceId: string
  userId: string
  description: string
  language: string
  /** What the card should be based on: a response, or another card. */
  reference: string
  locale: Locale
  current: CardDesign
  signal: AbortSignal
}
interface WriterDeps {
  models: Pick<ModelService, 'resolve'>
  write(request: WriteRequest): Promise<string>
  repo: CardGenerationRepo
  newId: NewId
  clock: Clock
}
type Read = { design: CardDesign } | { problem: string }

/** Generates cards with a model. Without a real model, rules lay them out. */
export function createCardWriter({ models, write, repo, newId, clock }: WriterDeps) {
  async function ask(model: ReadyModel, order: CardOrder, onPiece: (piece: string) => void): Promise<Read> {
    const messages = [
      { role: 'system' as const, content: cardGuide },
      { role: 'user' as const, content: cardTask(order.description, order.language, order.current, order.reference) },
    ]
    const first = await model.chat({ messages, json: {}, signal: order.signal }, { text: onPiece })
    const read = readCard(first.text)
    if ('design' in read) return read
    const repair = [
      ...messages,
      { role: 'assistant' as const, content: first.text },
      { role: 'user' as const, content: `This does not fit: ${read.problem}. Answer with the whole corrected JSON.` },
    ]
    return readCard((await model.chat({ messages: repair, json: {}, signal: order.signal })).text)
  }
  async function draw(order: CardOrder, onPiece: (piece: string) => void): Promise<Read> {
    const model = await models.resolve(undefined, order.spaceId)
    if (!model.isOffline) return ask(model, order, onPiece)
    const isChinese = order.language ? order.language.startsWith('zh') : order.locale === 'zh-CN'
    const design = changedByWords(
      order.current,
      order.reference ? `${order.description}\n${order.reference}` : order.description,
      isChinese ? '卡片' : 'Card',
    )
    for (const piece of JSON.stringify(design).match(/[^]{1,400}/g) ?? []) onPiece(piece)
    return { design }
  }
  return {
    /** The record is inserted first, so that the history also contains failed and stopped attempts. */
    async generate(order: CardOrder, onPiece: (piece: string) => void = () => {}) {
      const id = newId()
      const { cardId, userId, description } = order
      await repo.insert({ id, cardId, userId, description, createdAt: clock.now() })
      try {
        const read = await draw(order, onPiece)
        if ('problem' in read) throw cardErrors.notDrawn({ problem: read.problem })
        await repo.end(id, GenerationState.drawn, read.design)
        return { id, design: read.design }
      } catch (cause) {
        const isMisfit = cause instanceof AppError && cause.code === cardErrors.notDrawn({ problem: '' }).code
        const { stopped, doesNotFit, failed } = GenerationState
        await repo.end(id, order.signal.aborted ? stopped : isMisfit ? doesNotFit : failed, null)
        throw cause
      }
    },
    /**
     * Generates samples for the variables of a card. A generated value that does not fit is replaced by the old sample.
     */
    async samples(design: CardDesign, spaceId: string, about: string, language: string, signal: AbortSignal) {
      const single = design.variables.filter(({ type }) => type !== 'list')
      if (!single.length) return {}
      const text = await write({
        spaceId,
        system: 'Invent a realistic example for each field. Answer with one JSON object.',
        prompt: JSON.stringify({
          about,
          language,
          fields: single.map(({ name, title, type }) => ({ name, title, type })),
        }),
        schema: {
          type: 'object',
          properties: Object.fromEntries(single.map(({ name, type }) => [name, { type: jsonType(type) }])),
          required: single.map(({ name }) => name),
        },
        signal,
      })
      const written = objectIn(text)
      return Object.fromEntries(
        design.variables.map(({ name, type, sample }) => {
          const value = type === 'list' ? null : asVariable(type, written[name])
          const fits = value !== null && (type === 'text' || !/image|link/.test(type) || /^https?:/.test(String(value)))
          return [name, fits ? value : sample]
        }),
      )
    },
    history: repo.list,
    note: repo.note,
  }
}
export type CardWriter = ReturnType<typeof createCardWriter>

const jsonType = (type: string) => (type === 'number' || type === 'boolean' ? type : 'string')

function objectIn(text: string): Record<string, unknown> {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)])
    try {
      const value = JSON.parse(candidate) as unknown
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      // The object may be surrounded by text or a code fence.
    }
  return {}
}

/** Validates a generated card like one that people save. Buttons that run workflows are refused. */
function readCard(text: string): Read {
  const read = cardDesign.safeParse(objectIn(text))
  const [issue] = read.error?.issues ?? []
  if (!read.success) return { problem: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
  if (JSON.stringify(read.data).includes('"type":"run"')) return { problem: 'a button cannot run a workflow' }
  const problem = cardProblems(read.data).find(({ isError }) => isError)
  return problem
    ? { problem: `${problem.code} at ${problem.at || 'card'} ${problem.name}`.trim() }
    : { design: read.data }
}
