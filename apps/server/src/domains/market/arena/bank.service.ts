import { ARENA_LIMITS, type ArenaField } from '@orrery/contract'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { arenaBankErrors } from './arena.errors.ts'
import { arenaBank, arenaQuestion, type BankRow, type QuestionRow } from './arena.table.ts'
import { builtInBanks } from './built-in-banks.ts'

export interface BankDeps {
  db: Db
  audit: AuditService
  newId: NewId
  clock: Clock
}
export interface NewBank {
  name: string
  description: string
  field: ArenaField
  locale: 'en' | 'zh-CN'
  csv: string
}
interface Line {
  content: string
  answer: string
}

/** Question banks for battles: those that ship with the product, and those that the owner imports. */
export function createBanks({ db, audit, newId, clock }: BankDeps) {
  const storedBanks = (): Promise<BankRow[]> => db.select().from(arenaBank).orderBy(arenaBank.id)
  let stocked: Promise<void> | undefined
  /** Adds missing banks of the product. Requests wait until this is done. */
  const stock = () =>
    (stocked ??= fill().catch((cause: unknown) => {
      stocked = undefined
      throw cause
    }))
  async function fill() {
    const keys = new Set((await storedBanks()).map(({ key }) => key))
    for (const { lines, ...bank } of await builtInBanks()) if (!keys.has(bank.key)) await store(bank, lines)
  }
  async function all(): Promise<BankRow[]> {
    await stock()
    return storedBanks()
  }

  async function store(
    bank: Omit<BankRow, 'id' | 'createdAt' | 'hasAnswers' | 'questionCount' | 'enabled'>,
    lines: Line[],
  ) {
    const id = newId()
    return db.transaction(async (tx) => {
      const row = {
        ...bank,
        id,
        createdAt: clock.now(),
        questionCount: lines.length,
        hasAnswers: lines.some(({ answer }) => answer !== ''),
      }
      const [made] = await tx.insert(arenaBank).values(row).onConflictDoNothing({ target: arenaBank.key }).returning()
      // Another process was faster.
      if (!made) return undefined
      const rows = lines.map((line, at) => ({ ...line, id: newId(), bankId: id, seq: at + 1 }))
      for (let from = 0; from < rows.length; from += 500)
        await tx.insert(arenaQuestion).values(rows.slice(from, from + 500))
      return id
    })
  }
  return {
    all,
    stock,
    /** Enabled banks; those in the caller's language first. */
    async list(field: number | undefined, locale: Locale, page: number, size: number) {
      const rows = (await all()).filter((row) => row.enabled && (field === undefined || row.field === field))
      const isOwn = (row: BankRow) => (row.locale === locale ? 0 : 1)
      const sorted = rows.toSorted((a, b) => isOwn(a) - isOwn(b) || a.field - b.field)
      return { rows: sorted.slice((page - 1) * size, page * size), hasMore: sorted.length > page * size }
    },
    /** Draws questions that were not drawn before. When none are left, returns none and starts over. */
    async draw(
      bankId: string,
      wanted: number,
      used: readonly number[],
    ): Promise<{ rows: QuestionRow[]; used: number[] }> {
      const [bank] = await db
        .select()
        .from(arenaBank)
        .where(and(eq(arenaBank.id, bankId), eq(arenaBank.enabled, true)))
      if (!bank) throw errors.notFound({ what: 'question bank' })
      const rows = await db
        .select()
        .from(arenaQuestion)
        .where(
          and(eq(arenaQuestion.bankId, bankId), used.length ? notInArray(arenaQuestion.seq, [...used]) : undefined),
        )
        .orderBy(sql`random()`)
        .limit(wanted)
      return { rows, used: rows.length ? [...used, ...rows.map(({ seq }) => seq)] : [] }
    },
    async create(input: NewBank, actorId: string): Promise<{ id: string; count: number }> {
      const lines = linesOf(input.csv)
      if ((await all()).some(({ name }) => name === input.name)) throw arenaBankErrors.nameTaken()
      const { csv: _, ...bank } = input
      const id = (await store({ ...bank, key: null }, lines))!
      await audit.record({
        actorId,
        action: 'arena.bank_import',
        target: input.name,
        detail: { questions: lines.length },
      })
      return { id, count: lines.length }
    },
    async change(id: string, enabled: boolean): Promise<void> {
      const changed = await db.update(arenaBank).set({ enabled }).where(eq(arenaBank.id, id)).returning()
      if (!changed.length) throw errors.notFound({ what: 'question bank' })
    },
    async remove(id: string, actorId: string): Promise<void> {
      const [row] = await db.select().from(arenaBank).where(eq(arenaBank.id, id))
      if (!row) throw errors.notFound({ what: 'question bank' })
      if (row.key) throw arenaBankErrors.builtIn()
      await db.delete(arenaBank).where(eq(arenaBank.id, id))
      await audit.record({ actorId, action: 'arena.bank_delete', target: row.name })
    },
  }
}
export type Banks = ReturnType<typeof createBanks>

const names = { question: ['question', 'content', '问题', '题目'], answer: ['answer', 'reference', '答案', '参考答案'] }
/** Parses the questions of a file, or reports the invalid line. */
function linesOf(csv: string): Line[] {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const [head = [], ...rows] = data
  const at = (wanted: string[]) => head.findIndex((cell) => wanted.includes(cell.trim().toLowerCase()))
  const [question, answer] = [at(names.question), at(names.answer)]
  if (question < 0) throw arenaBankErrors.noColumn()
  if (!rows.length) throw arenaBankErrors.noRows()
  if (rows.length > ARENA_LIMITS.bankRows)
    throw arenaBankErrors.tooManyRows({ count: rows.length, most: ARENA_LIMITS.bankRows })
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const line = index + 2
    const wrong = (problem: string, problemZh: string) => arenaBankErrors.badRow({ line, problem, problemZh })
    const content = (row[question] ?? '').trim()
    const answerText = answer < 0 ? '' : (row[answer] ?? '').trim()
    if (!content) throw wrong('the question is empty', '题目为空')
    if (content.length > ARENA_LIMITS.question) throw wrong('the question is too long', '题目过长')
    if (answerText.length > ARENA_LIMITS.answer) throw wrong('the answer is too long', '答案过长')
    if (seen.has(content)) throw wrong('the question stands in the file twice', '题目重复')
    seen.add(content)
    return { content, answer: answerText }
  })
}
