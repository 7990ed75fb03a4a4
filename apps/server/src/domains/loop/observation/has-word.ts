import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { likeText } from '#kit/db.ts'

/** Matches a word anywhere in one of these columns. */
export const hasWord = (word: string, columns: readonly PgColumn[]): SQL | undefined =>
  or(...columns.map((column) => sql`${column} ILIKE ${likeText(word)}`))
