import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { View } from '../dataset-content.ts'
import { inView } from '../dataset.repo.ts'
import { datasetItem } from '../dataset.table.ts'

interface Lengths {
  filled: number
  turns: number
  distinct_: number
  shortest: number | null
  average: number | null
  longest: number | null
  han: string
  others: string
}
const FREQUENT = 10
const BARS = 10
/** The characters of each script, as in a regular expression of PostgreSQL. */
const characters = {
  kana: '぀-ヿ',
  hangul: '가-힯',
  han: '一-鿿',
  cyrillic: 'Ѐ-ӿ',
  arabic: '؀-ۿ',
  latin: 'A-Za-zÀ-ɏ',
}
const eastern = characters.han + characters.kana + characters.hangul
const setOf = (inside: string) => sql.raw(`'[${inside}]'`)

/** Statistics over all rows of a draft or a version, computed by the database. */
export function createInsightRepo(db: Db) {
  const values = (view: View, key: string): SQL => sql`
    SELECT nullif(coalesce(turn -> ${key}::text ->> 'text', ''), '') AS text
    FROM ${datasetItem}, jsonb_array_elements(${datasetItem.turns}) turn WHERE ${inView(view)}`
  return {
    async rows(view: View): Promise<{ rows: number; duplicates: number }> {
      const { rows } = await db.execute<{ n: number; d: number }>(sql`
        SELECT count(*)::int AS n, (count(*) - count(DISTINCT ${datasetItem.hash}))::int AS d
        FROM ${datasetItem} WHERE ${inView(view)}`)
      return { rows: rows[0]!.n, duplicates: rows[0]!.d }
    },
    async lengths(view: View, key: string): Promise<Lengths> {
      const { rows } = await db.execute<Record<string, unknown> & Lengths>(sql`
        SELECT count(text)::int AS filled, count(*)::int AS turns, count(DISTINCT md5(text))::int AS distinct_,
          min(length(text))::int AS shortest, avg(length(text))::float8 AS average, max(length(text))::int AS longest,
          coalesce(sum(length(regexp_replace(text, ${setOf(`^${eastern}`)}, '', 'g'))), 0) AS han,
          coalesce(sum(length(regexp_replace(text, ${setOf(eastern)}, '', 'g'))), 0) AS others
        FROM (${values(view, key)}) v`)
      return rows[0]!
    },
    /** Counts texts by language, as far as their script shows it. */
    async languages(view: View, key: string): Promise<{ name: string; count: number }[]> {
      const { rows } = await db.execute<{ name: string; count: number }>(sql`
        SELECT CASE WHEN text ~ ${setOf(characters.kana)} THEN 'ja' WHEN text ~ ${setOf(characters.hangul)} THEN 'ko' WHEN text ~ ${setOf(characters.han)} THEN 'zh'
          WHEN text ~ ${setOf(characters.cyrillic)} THEN 'cyrillic' WHEN text ~ ${setOf(characters.arabic)} THEN 'arabic' WHEN text ~ ${setOf(characters.latin)} THEN 'latin'
          ELSE 'none' END AS name, count(*)::int AS count
        FROM (${values(view, key)}) v WHERE text IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`)
      return rows
    },
    async frequent(view: View, key: string): Promise<{ name: string; count: number }[]> {
      const { rows } = await db.execute<{ name: string; count: number }>(sql`
        SELECT left(min(text), 200) AS name, count(*)::int AS count
        FROM (${values(view, key)}) v WHERE text IS NOT NULL GROUP BY md5(text) HAVING count(*) > 1
        ORDER BY 2 DESC, 1 LIMIT ${FREQUENT}`)
      return rows
    },
    /** A histogram with bars of equal width from the lowest to the highest number. */
    async numbers(view: View, key: string) {
      const isNumber = sql`text ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$'`
      const { rows } = await db.execute<{ lo: number | null; hi: number; mean: number }>(sql`
        SELECT min(text::float8) AS lo, max(text::float8) AS hi, avg(text::float8) AS mean
        FROM (${values(view, key)}) v WHERE ${isNumber}`)
      const { lo, hi, mean } = rows[0]!
      if (lo === null) return undefined
      const width = (hi - lo) / BARS || 1
      const bars = await db.execute<{ bar: number; n: number }>(sql`
        SELECT least(${BARS - 1}, floor((text::float8 - ${lo}) / ${width}))::int AS bar, count(*)::int AS n
        FROM (${values(view, key)}) v WHERE ${isNumber} GROUP BY 1`)
      const counts = new Map(bars.rows.map(({ bar, n }) => [bar, n]))
      const histogram = Array.from({ length: BARS }, (_, at) => ({
        from: lo + at * width,
        to: lo + (at + 1) * width,
        count: counts.get(at) ?? 0,
      }))
      return { min: lo, max: hi, average: mean, histogram }
    },
  }
}
export type InsightRepo = ReturnType<typeof createInsightRepo>
