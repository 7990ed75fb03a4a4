import type { contract, SegmentUse } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { SegmentUses } from './segment-uses.service.ts'
import { requireSpace } from './shared/call-space.ts'

export function segmentRoutes({ uses }: { uses: SegmentUses }): Handlers<typeof contract.promptSegment> {
  return {
    uses: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { version, rows } = await uses.preview(input.prompt_id, input.version)
      const may = (id: string, can: 'view' | 'editInfo') => ctx.access.can(ctx.actor!, 'prompt', id, can)
      const shown = rows.map(async ({ problem, ...row }): Promise<SegmentUse | undefined> => {
        // Testers must not learn of prompts of the strictest level.
        if (!(await may(row.promptId, 'view'))) return undefined
        return {
          prompt_id: row.promptId,
          display_name: row.name,
          prompt_key: row.key,
          version: row.version,
          is_newest: row.isNewest,
          segment_versions: row.segmentVersions,
          before: row.before,
          after: row.after,
          ...(problem && { problem: problem.text(ctx.locale) }),
          may_edit: await may(row.promptId, 'editInfo'),
        }
      })
      return { version, uses: (await Promise.all(shown)).filter((use) => use !== undefined) }
    },
    updateUses: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      for (const { prompt_id: id } of input.uses) await ctx.access.require(ctx.actor!, 'prompt', id, 'editInfo')
      const chosen = input.uses.map(({ prompt_id: id, version }) => ({ id, version }))
      const updated = await uses.update(input.prompt_id, input.version, chosen, ctx.userId)
      return { updated: updated.map(({ id, version }) => ({ prompt_id: id, version })) }
    },
  }
}
