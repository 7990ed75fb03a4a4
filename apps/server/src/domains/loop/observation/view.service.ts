import { filterTree, type FilterTree } from '@orrery/contract/shared/filter-tree'
import { isId } from '@orrery/contract'
import { SpanListType } from '@orrery/contract/shared/trace-enums'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { headFields, spanFields } from './fields.ts'
import { filterSql } from './shared/filter-sql.ts'
import { observationErrors } from './observation.errors.ts'
import type { Reader } from './shared/reader.ts'
import { parseJson } from './shared/parse-json.ts'
import { traceView } from './view.table.ts'

const MAX_VIEWS = 100
export interface View {
  id: string
  name: string
  platform: number
  listType: number
  /** Filter tree as JSON. */
  filters: string
}
type Change = { [K in keyof Omit<View, 'id'>]?: View[K] | undefined }

const one = (field_name: string, query_type: 'eq' | 'gte', value: string): string =>
  JSON.stringify({
    query_and_or: 'and',
    filter_fields: [{ field_name, query_type, values: [value] }],
  } satisfies FilterTree)
/** Built-in views of every space. */
const systemViews: readonly View[] = [
  { id: '-1', name: 'Failed', platform: 0, listType: 0, filters: one('status', 'eq', 'error') },
  { id: '-2', name: 'Slower than 10 s', platform: 0, listType: 0, filters: one('latency', 'gte', '10000') },
  { id: '-3', name: 'Disliked', platform: 0, listType: 0, filters: one('feedback', 'eq', '2') },
  { id: '-4', name: 'Expensive', platform: 0, listType: 0, filters: one('cost', 'gte', '0.1') },
]

function isAskable(tree: FilterTree): boolean {
  try {
    filterSql(tree, headFields)
    return true
  } catch (cause) {
    if (cause instanceof AppError) return false
    throw cause
  }
}

/** Named filters of traces, shared by all members of a space. */
export function createViewService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  function checked(text: string, listType: number): string {
    const parsed = filterTree.safeParse(parseJson(text))
    if (!parsed.success)
      throw observationErrors.badFilter({
        problem: 'it must be JSON with a list filter_fields',
        problemZh: '应为包含 filter_fields 列表的 JSON',
      })
    // Refuse an invalid filter when the view is saved, not when it is opened.
    filterSql(parsed.data, listType === SpanListType.root ? headFields : spanFields)
    return text
  }
  async function own({ spaceId, userId, seesAll }: Reader, id: string) {
    if (systemViews.some((view) => view.id === id)) throw observationErrors.systemView()
    const [row] = isId(id)
      ? await db
          .select()
          .from(traceView)
          .where(and(eq(traceView.id, id), eq(traceView.spaceId, spaceId)))
      : []
    if (!row) throw errors.notFound({ what: 'view' })
    if (!seesAll && row.createdBy !== userId) throw errors.noAccess()
    return row
  }
  const unique = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (violates(cause, 'trace_view_name')) throw observationErrors.viewNameTaken()
      throw cause
    }
  }
  return {
    async list(spaceId: string, words?: string): Promise<View[]> {
      const rows = await db.select().from(traceView).where(eq(traceView.spaceId, spaceId)).orderBy(asc(traceView.id))
      const all: View[] = [...systemViews, ...rows]
      return words ? all.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())) : all
    },
    /** Filters of views, without those that are no longer valid. */
    filtersOf: (views: readonly View[]): { id: string; tree: FilterTree }[] =>
      views.flatMap(({ id, listType, filters }) => {
        const parsed = filterTree.safeParse(parseJson(filters))
        return listType === SpanListType.root && parsed.success && isAskable(parsed.data)
          ? [{ id, tree: parsed.data }]
          : []
      }),
    async create(userId: string, spaceId: string, view: Omit<View, 'id'>): Promise<string> {
      const filters = checked(view.filters, view.listType)
      const [held] = await db.select({ n: count() }).from(traceView).where(eq(traceView.spaceId, spaceId))
      if (held!.n >= MAX_VIEWS) throw observationErrors.tooManyViews({ max: MAX_VIEWS })
      const now = clock.now()
      const row = { ...view, filters, id: newId(), spaceId, createdBy: userId, createdAt: now, updatedAt: now }
      await unique(() => db.insert(traceView).values(row))
      return row.id
    },
    async update(reader: Reader, id: string, change: Change): Promise<void> {
      const row = await own(reader, id)
      const listType = change.listType ?? row.listType
      const filters = checked(change.filters ?? row.filters, listType)
      const set = {
        listType,
        filters,
        name: change.name ?? row.name,
        platform: change.platform ?? row.platform,
        updatedAt: clock.now(),
      }
      await unique(() => db.update(traceView).set(set).where(eq(traceView.id, id)))
    },
    async remove(reader: Reader, id: string): Promise<void> {
      await own(reader, id)
      await db.delete(traceView).where(eq(traceView.id, id))
    },
  }
}
export type ViewService = ReturnType<typeof createViewService>
