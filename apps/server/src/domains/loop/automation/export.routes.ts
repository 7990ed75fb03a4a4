import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { errorGroups } from '#domains/loop/dataset/shared/error-groups.ts'
import { readerOf } from '#domains/loop/observation/shared/reader.ts'
import type { ExportService } from './export.service.ts'

/** Exports need permission to edit the dataset; without it, the dataset is reported as not found. */
export function exportRoutes(exports: ExportService): Handlers<typeof contract.traceExports> {
  async function requireSet(ctx: Ctx, spaceId: string, id: string | undefined) {
    if (id === undefined) {
      if (!(await ctx.access.can(ctx.actor!, 'space', spaceId, 'createResource'))) throw errors.noAccess()
    } else if (!(await ctx.access.can(ctx.actor!, 'dataset', id, 'editInfo')))
      throw errors.notFound({ what: 'dataset' })
  }
  return {
    async simple(input, ctx) {
      for (const id of input.datasets) await requireSet(ctx, input.space_id, id)
      await exports.simple(await readerOf(ctx, input.space_id), input.spans, input.datasets, input)
      return {}
    },
    async toSet(input, ctx) {
      const { is_new_evaluation_set, evaluation_set_id } = input.evaluation_set
      await requireSet(ctx, input.workspace_id, is_new_evaluation_set ? undefined : evaluation_set_id)
      const done = await exports.run(await readerOf(ctx, input.workspace_id), input)
      return {
        success_count: done.count,
        errors: errorGroups(done.problems, ctx.locale),
        evaluation_set_id: done.id,
        evaluation_set_name: done.name,
      }
    },
    async preview(input, ctx) {
      const { is_new_evaluation_set, evaluation_set_id } = input.evaluation_set
      await requireSet(ctx, input.workspace_id, is_new_evaluation_set ? undefined : evaluation_set_id)
      const { rows, problems } = await exports.preview(await readerOf(ctx, input.workspace_id), input)
      return {
        items: rows.map((row) => ({
          status: row.problems.length ? (1 as const) : (0 as const),
          fields: row.fields,
          errors: row.problems.map(({ type, field }) => ({ type, field_names: field === undefined ? [] : [field] })),
        })),
        errors: errorGroups(problems, ctx.locale),
      }
    },
  }
}
