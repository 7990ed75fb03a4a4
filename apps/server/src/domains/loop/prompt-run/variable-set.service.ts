import type { PromptValue, PromptVariableSet } from '@orrery/contract'
import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { variableSetErrors } from './prompt-run.errors.ts'
import { promptVariableSet } from './prompt-run.table.ts'

interface Inputs {
  name: string
  variables: PromptValue[]
  message: string
}

/** Named sets of inputs, which people can choose when they try a prompt. */
export function createVariableSets({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  const named = async <T>(name: string, work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw violates(cause, 'prompt_variable_set_name') ? variableSetErrors.nameTaken({ name }) : cause
    })
  function requireSize({ variables = [], message = '' }: Partial<Inputs>): void {
    if (JSON.stringify(variables).length + message.length > PROMPT_PLATFORM_LIMITS.detail)
      throw variableSetErrors.tooLong()
  }
  const one = (promptId: string, id: string) =>
    and(eq(promptVariableSet.id, id), eq(promptVariableSet.promptId, promptId))
  return {
    async list(promptId: string): Promise<PromptVariableSet[]> {
      const rows = await db
        .select()
        .from(promptVariableSet)
        .where(eq(promptVariableSet.promptId, promptId))
        .orderBy(asc(promptVariableSet.name))
      return rows.map((row) => ({
        set_id: row.id,
        name: row.name,
        variables: row.variables,
        message: row.message,
        created_by: row.createdBy,
        updated_at: String(row.updatedAt),
      }))
    },
    async create(promptId: string, userId: string, inputs: Inputs): Promise<string> {
      requireSize(inputs)
      const max = PROMPT_PLATFORM_LIMITS.variableSets
      const [known] = await db
        .select({ n: count() })
        .from(promptVariableSet)
        .where(eq(promptVariableSet.promptId, promptId))
      if (known!.n >= max) throw variableSetErrors.tooMany({ max })
      const id = newId()
      const row = { id, promptId, ...inputs, createdBy: userId, updatedAt: clock.now() }
      await named(inputs.name, db.insert(promptVariableSet).values(row))
      return id
    },
    async update(promptId: string, id: string, change: Partial<Inputs>): Promise<void> {
      requireSize(change)
      const rows = await named(
        change.name ?? '',
        db
          .update(promptVariableSet)
          .set({ ...change, updatedAt: clock.now() })
          .where(one(promptId, id))
          .returning({ id: promptVariableSet.id }),
      )
      if (!rows.length) throw errors.notFound({ what: 'variable set' })
    },
    async remove(promptId: string, id: string): Promise<void> {
      const rows = await db.delete(promptVariableSet).where(one(promptId, id)).returning({ id: promptVariableSet.id })
      if (!rows.length) throw errors.notFound({ what: 'variable set' })
    },
  }
}
export type VariableSets = ReturnType<typeof createVariableSets>
