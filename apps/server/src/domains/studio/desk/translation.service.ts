import { DESK_LIMITS, type TextBlock, TranslationState } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { AppError } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { Sources } from '#domains/resources/knowledge/source.service.ts'
import { deskErrors } from './desk.errors.ts'
import type { DeskRepo } from './desk.repo.ts'
import type { DeskProblem, InstanceRow, PageRow } from './desk.table.ts'
import type { DeskInstances } from './instance.service.ts'
import type { DeskPapers } from './paper.service.ts'
import { targetOf, type Translator } from './translator.ts'

export interface TranslationDeps {
  repo: DeskRepo
  instances: Pick<DeskInstances, 'spaceOf'>
  papers: Pick<DeskPapers, 'of'>
  sources: Pick<Sources, 'read'>
  parser: Pick<Documents, 'look' | 'relabel' | 'original'>
  translate: Translator
  blobs: Blobs
  jobs: Jobs
  clock: Clock
  log: Log
}
interface PageContent {
  pages: number
  /** Absent for file types without pages. */
  png?: Uint8Array
  blocks: Omit<TextBlock, 'translation'>[]
}
const { none, running, done, failed } = TranslationState
/** Enough for a machine that restarts a few times, and few enough for a page that crashes the process each time. */
const MAX_ATTEMPTS = 6
const whole = { x: 0, y: 0, width: 1, height: 0 }

/** Translation of papers, page by page. Finished pages are kept: another process continues with the next page. */
export function createDeskTranslations(deps: TranslationDeps) {
  const { repo, papers, parser, blobs, log } = deps
  const leased = createLeasedWork({ ...deps, name: 'desk-translation', store: repo.leases, work })

  async function openPaper(row: InstanceRow): Promise<(page: number) => Promise<PageContent>> {
    const found = await papers.of(row)
    if (!found) throw deskErrors.notRead()
    const { extension, blobKey } = found.document
    const bytes = await deps.sources.read(blobKey)
    if (extension === 'pdf') return (page) => parser.look(bytes, page)
    return async (page) => {
      const { pages, blocks } = await parser.original(bytes, extension, page, { recognised: {} })
      return { pages, blocks: blocks.map(({ text }) => ({ ...whole, text })) }
    }
  }
  async function keep(row: InstanceRow, fence: number, name: string, bytes: Uint8Array, type: string): Promise<string> {
    const key = `desk/${row.userId}/${row.id}/${fence}-${name}`
    await blobs.put(key, bytes, type)
    return key
  }
  async function dropPages(pages: Pick<PageRow, 'originalKey' | 'translatedKey' | 'blocksKey'>[]): Promise<void> {
    for (const { originalKey, translatedKey, blocksKey } of pages)
      for (const key of [originalKey, translatedKey, blocksKey].filter(Boolean))
        await blobs.delete(key).catch((cause: unknown) => log.warn({ err: cause }, 'a page of a paper stayed'))
  }
  async function translatePage(row: InstanceRow, fence: number, pageNo: number, look: PageContent, to: string) {
    const spaceId = await deps.instances.spaceOf(row)
    const { texts, isWordByWord } = await deps.translate(
      look.blocks.map(({ text }) => text),
      to,
      spaceId,
    )
    const blocks: TextBlock[] = look.blocks.map((block, at) => ({ ...block, translation: texts[at]! }))
    const png =
      look.png &&
      (await parser.relabel(
        look.png,
        blocks.map((block) => ({ ...block, text: block.translation })),
      ))
    const json = Buffer.from(JSON.stringify(blocks))
    const kept = {
      originalKey: look.png ? await keep(row, fence, `${pageNo}.png`, look.png, 'image/png') : '',
      translatedKey: png ? await keep(row, fence, `${pageNo}-translated.png`, png, 'image/png') : '',
      blocksKey: await keep(row, fence, `${pageNo}.json`, json, 'application/json'),
    }
    const isMine = await repo.setPage(row.id, fence, pageNo, { ...kept, isWordByWord, status: done, problem: null })
    if (!isMine) await dropPages([kept])
    return isMine
  }
  /**
   * Returns false if another process has taken over. Unexpected errors, such as a parser that runs out of memory, are
   * retried. Attempts of crashed processes count too.
   */
  async function tryPage(row: InstanceRow, fence: number, page: PageRow, look: () => Promise<PageContent>, to: string) {
    const set = (change: Partial<PageRow>) => repo.setPage(row.id, fence, page.pageNo, change)
    for (let attempts = page.attempts + 1; ; attempts += 1) {
      if (!(await set({ status: running, attempts }))) return false
      try {
        if (attempts > MAX_ATTEMPTS) throw deskErrors.pageFailed()
        return await translatePage(row, fence, page.pageNo, await look(), to)
      } catch (cause) {
        if (cause instanceof AppError || attempts >= MAX_ATTEMPTS)
          return set({ status: failed, problem: problemOf(cause, log) })
        log.warn({ err: cause }, 'a page of a paper is tried again')
      }
    }
  }
  async function translate(row: InstanceRow, fence: number): Promise<void> {
    const { id } = row
    const lookAt = await openPaper(row)
    const first = await lookAt(1)
    if (first.pages > DESK_LIMITS.pages) throw deskErrors.tooManyPages({ pages: first.pages, max: DESK_LIMITS.pages })
    const to = targetOf(row.language, first.blocks.map(({ text }) => text).join(' '))
    await repo.addPages(id, fence, first.pages)
    for (const page of await repo.pages(id))
      if (page.status === none || page.status === running) {
        const look = () => (page.pageNo === 1 ? Promise.resolve(first) : lookAt(page.pageNo))
        if (!(await tryPage(row, fence, page, look, to))) return
      }
    const pages = await repo.pages(id)
    const isWhole = pages.every(({ status }) => status === done)
    await repo.end(id, fence, { translation: isWhole ? done : failed, problem: null })
  }
  /** Unexpected errors while opening the paper are retried too. Finished pages are kept. */
  async function work(id: string, fence: number): Promise<void> {
    const row = await repo.instance(id)
    if (!row) return
    for (let attempts = 1; ; attempts += 1)
      try {
        return await translate(row, fence)
      } catch (cause) {
        if (cause instanceof AppError || attempts >= MAX_ATTEMPTS)
          return void (await repo.end(id, fence, { translation: failed, problem: problemOf(cause, log) }))
        log.warn({ err: cause }, 'a paper is opened again')
      }
  }
  return {
    dropPages,
    /** Starts the translation, or retries failed pages. A change of language translates everything again. */
    async begin(row: InstanceRow, language: string): Promise<void> {
      if (row.translation === running) return
      if (row.translation !== none && row.language !== language) await dropPages(await repo.forgetPages(row.id))
      if (await repo.begin(row.id, language, deps.clock.now())) await leased.enqueue(row.id)
    },
    pages: repo.pages,
    run: leased.run,
    start: leased.start,
  }
}
export type DeskTranslations = ReturnType<typeof createDeskTranslations>

function problemOf(cause: unknown, log: Log): DeskProblem {
  if (!(cause instanceof AppError)) log.warn({ err: cause }, 'a page of a paper was not translated')
  const fault = cause instanceof AppError ? cause : deskErrors.pageFailed()
  return { en: fault.text('en'), zh: fault.text('zh-CN') }
}
