import type { CardDesign } from '@orrery/contract'
import { cardProblems, designFromFields, fieldsOf, placedIn, textsOf } from '@orrery/engine/card'
import { versionFault } from '@orrery/contract/shared/version-name'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { CardDisplay, isOfficialCard, officialCards, readFields } from './card-content.ts'
import { cardErrors } from './card.errors.ts'
import type { CardFilter, CardRepo } from './card.repo.ts'
import { type CardDraft, type CardField, type CardRow, CardState } from './card.table.ts'

const FIRST_VERSION = 'v1.0.0'
const emptyDesign: CardDesign = { format: 'card/1', elements: [], variables: [] }

interface Drawing {
  displayType: number
  properties: CardField[]
  design: CardDesign | null
}
const drawingOf = (design: CardDesign): Drawing => ({
  displayType: CardDisplay.custom,
  properties: fieldsOf(design),
  design,
})
/** Texts that people wrote in the card, for content rules and search. */
export const textsOfDesign = (design: CardDesign): string[] => [
  ...placedIn(design).flatMap(({ element }) => textsOf(element)),
  ...design.variables.map(({ title }) => title),
]
export const designOf = (drawing: Drawing): CardDesign =>
  drawing.design ?? designFromFields(drawing.properties, drawing.displayType === CardDisplay.slide)

interface CardDeps {
  db: Db
  repo: CardRepo
  resources: ResourceService
  clock: Clock
}

/** Cards of spaces, and official cards. */
export function createCardService({ db, repo, resources, clock }: CardDeps) {
  const checkTexts = (design: CardDesign) => resources.requireContent('card', { design: textsOfDesign(design) })
  const officialOf = (id: string) => officialCards.find((card) => card.id === id)

  /** A card that a space may use, in any state: its own or an official one. */
  async function findUsable(id: string, spaceId: string): Promise<CardRow> {
    const found = officialOf(id) ?? (await repo.find(id))
    if (!found || (found.spaceId !== spaceId && !isOfficialCard(id))) throw errors.notFound({ what: 'card' })
    return found
  }
  /** The card that bots of a space show: the bound version or the last one; undefined if there is none. */
  async function find(id: string, spaceId: string, version = ''): Promise<CardRow | undefined> {
    const official = officialOf(id)
    if (official) return official
    const last = await repo.find(id)
    if (!last || last.spaceId !== spaceId || last.status !== CardState.published) return undefined
    const bound = version && Number(version) !== last.version ? await repo.version(id, Number(version) || 0) : undefined
    if (!bound) return last
    const { num, name, description, displayType, properties, design } = bound
    return { ...last, version: num, versionName: name, description, displayType, properties, design }
  }
  async function require(id: string, spaceId: string): Promise<CardRow> {
    const found = await find(id, spaceId)
    if (found) return found
    await findUsable(id, spaceId)
    throw cardErrors.notPublished()
  }
  async function requireDraft(id: string) {
    const found = await repo.draft(id)
    if (!found) throw errors.notFound({ what: 'card' })
    return found
  }
  /** Inserts head and draft and, if there is already something to show, a first version, in one transaction. */
  function insert(
    head: { spaceId: string; userId: string; name: string; description?: string },
    drawing: Drawing,
    isPublished: boolean,
  ): Promise<string> {
    return db.transaction(async (tx) => {
      const { id } = await resources.create(
        {
          kind: 'card',
          spaceId: head.spaceId,
          ownerId: head.userId,
          name: head.name,
          description: head.description ?? '',
        },
        tx,
      )
      await repo.insert({ id, ...drawing }, tx)
      if (isPublished) await addVersion(id, (await repo.lock(id, tx))!, head.userId, { name: FIRST_VERSION }, tx)
      return id
    })
  }
  async function addVersion(
    id: string,
    draft: CardDraft,
    userId: string,
    { name, description = '' }: { name: string; description?: string },
    tx: Tx,
  ): Promise<number> {
    const num = draft.version + 1
    const now = clock.now()
    const { displayType, properties, design } = draft
    await repo.insertVersion(
      { cardId: id, num, name, description, displayType, properties, design, createdBy: userId, createdAt: now },
      tx,
    )
    await repo.update(id, { version: num, status: CardState.published, publishedDraft: draft.draft }, tx)
    await resources.touch(id, userId, { publishedAt: now }, tx)
    return num
  }
  const locked = async (id: string, tx: Tx): Promise<CardDraft> => {
    const draft = await repo.lock(id, tx)
    if (!draft) throw errors.notFound({ what: 'card' })
    return draft
  }
  /** Throws if others have changed the draft since the given version. */
  function requireFresh(draft: CardDraft, base: number, yours: CardDesign) {
    if (draft.draft !== base) throw errors.conflict({}, { version: draft.draft, theirs: designOf(draft), yours })
  }
  return {
    find,
    findUsable,
    require,
    requireDraft,
    isOfficial: isOfficialCard,
    async list(filter: CardFilter, isOfficial: boolean, page: number, size: number) {
      if (!isOfficial) return repo.list(filter, page, size)
      if (filter.status === CardState.takenDown) return { rows: [], total: 0 }
      const sorted = officialCards.toSorted((a, b) => Number(b.id === filter.first) - Number(a.id === filter.first))
      return { rows: sorted.slice((page - 1) * size, page * size), total: officialCards.length }
    },
    history: repo.history,
    version: repo.version,
    /** The card as lists show it: its last version, or its draft if it has none. */
    shown: repo.find,
    async create(input: {
      spaceId: string
      userId: string
      from?: string | undefined
      fromVersion?: string
      name: string
      properties: string
      displayType: number
    }): Promise<string> {
      const source = input.from
        ? ((await find(input.from, input.spaceId, input.fromVersion)) ?? (await findUsable(input.from, input.spaceId)))
        : undefined
      const fields = input.properties ? readFields(input.properties) : undefined
      await resources.requireContent('card', { properties: fields?.map((field) => field.title) })
      const drawing: Drawing = fields
        ? { displayType: source?.displayType ?? input.displayType, properties: fields, design: null }
        : source
          ? { displayType: source.displayType, properties: source.properties, design: source.design }
          : drawingOf(emptyDesign)
      const isPublished = fields !== undefined || (source !== undefined && source.version > 0)
      return insert({ ...input, name: input.name || source?.name || 'Card' }, drawing, isPublished)
    },
    /** Creates a card from imported or copied content, as a draft. */
    async createDrawn(
      head: { spaceId: string; userId: string; name: string; description: string },
      design: CardDesign,
    ): Promise<string> {
      await checkTexts(design)
      return insert(head, drawingOf(design), false)
    },
    async save(id: string, userId: string, design: CardDesign, base: number): Promise<number> {
      await checkTexts(design)
      return db.transaction(async (tx) => {
        const draft = await locked(id, tx)
        requireFresh(draft, base, design)
        const next = draft.draft + 1
        await repo.update(id, { ...drawingOf(design), draft: next }, tx)
        await resources.touch(id, userId, {}, tx)
        return next
      })
    },
    /** Publishes the draft as a new version; bots that have the card bound can show it from now on. */
    publish: (id: string, userId: string, version: { name?: string; description?: string }): Promise<number> =>
      db.transaction(async (tx) => {
        const draft = await locked(id, tx)
        const problems = cardProblems(designOf(draft)).filter(({ isError }) => isError)
        if (problems[0])
          throw cardErrors.hasProblems({ count: problems.length, at: problems[0].name || problems[0].at || 'card' })
        const last = await repo.lastVersionName(id, draft.version, tx)
        const name = version.name ?? nextOf(last)
        if (versionFault(name, last)) throw cardErrors.badVersion({ last: last || '–' })
        return addVersion(id, draft, userId, { name, description: version.description ?? '' }, tx)
      }),
    /** Takes the card down: bots that use it answer with text until it is published again. */
    takeDown: (id: string, userId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const draft = await locked(id, tx)
        if (draft.status !== CardState.published) throw cardErrors.notServed()
        await repo.update(id, { status: CardState.takenDown }, tx)
        await resources.touch(id, userId, { publishedAt: null }, tx)
      }),
    rename: (id: string, userId: string, name: string) => resources.touch(id, userId, { name }),
    /** Replaces the draft by an earlier version. */
    restore: (id: string, userId: string, num: number, base: number): Promise<number> =>
      db.transaction(async (tx) => {
        const draft = await locked(id, tx)
        const version = await repo.version(id, num)
        if (!version) throw errors.notFound({ what: 'version' })
        const { displayType, properties, design } = version
        requireFresh(draft, base, designOf(version))
        await repo.update(id, { displayType, properties, design, draft: draft.draft + 1 }, tx)
        await resources.touch(id, userId, {}, tx)
        return draft.draft + 1
      }),
    /** Returns to the last version; throws if the draft has edits since then, because they would be lost. */
    resumeLast: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const draft = await locked(id, tx)
        if (draft.version > 0 && draft.draft !== draft.publishedDraft) throw cardErrors.draftHasEdits()
      }),
    /** Moves the card to the bin. Bots that have it bound answer with text again. */
    remove: (id: string, userId: string) => resources.discard(id, userId),
  }
}
export type CardService = ReturnType<typeof createCardService>

function nextOf(last: string): string {
  const [major = 0, minor = 0, patch = 0] = last.replace(/^v/i, '').split('.').map(Number)
  return last ? `v${major}.${minor}.${patch + 1}` : FIRST_VERSION
}
