import { FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { View } from '../dataset-content.ts'
import type { Field } from '../dataset-content.ts'
import type { InsightRepo } from './insight.repo.ts'

const isNumeric: number[] = [SchemaKey.integer, SchemaKey.float]
/** Estimates: about four letters per token; 0.7 tokens per Chinese, Japanese or Korean character. */
const [LETTERS_PER_TOKEN, TOKENS_PER_SIGN] = [4, 0.7]

/** Profiles the values of the fields of a dataset. */
export function createInsightService({ repo }: { repo: InsightRepo }) {
  async function ofField(view: View, { key, name, schemaKey }: Field) {
    const lengths = await repo.lengths(view, key)
    const numbers = isNumeric.includes(schemaKey) ? await repo.numbers(view, key) : undefined
    const tokens = Number(lengths.han) * TOKENS_PER_SIGN + Number(lengths.others) / LETTERS_PER_TOKEN
    return {
      key,
      name,
      filled: lengths.filled,
      empty: lengths.turns - lengths.filled,
      distinct: lengths.distinct_,
      minLength: lengths.shortest ?? 0,
      averageLength: Math.round((lengths.average ?? 0) * 10) / 10,
      maxLength: lengths.longest ?? 0,
      tokens: Math.round(tokens),
      languages: await repo.languages(view, key),
      frequent: await repo.frequent(view, key),
      ...(numbers && { numbers }),
    }
  }
  return {
    async profile(view: View, fields: Field[]) {
      const shown = []
      // Sequentially, because each field takes passes over all rows and other queries need the database too.
      for (const field of fields) if (field.status === FieldStatus.available) shown.push(await ofField(view, field))
      return { ...(await repo.rows(view)), fields: shown }
    },
  }
}
export type InsightService = ReturnType<typeof createInsightService>
