import type { contract } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import type { Transfers } from './transfer.service.ts'

export function bundleRoutes(deps: {
  transfers: Transfers
  resources: Pick<ResourceService, 'get'>
  spaceName(id: string): Promise<string>
  kinds: Pick<ResourceKinds, 'find'>
}): Handlers<typeof contract.bundle> {
  const { transfers, resources, kinds } = deps
  return {
    export: async (input, ctx) => {
      const { fileName, content, hash, items, failed } = await transfers.export({
        spaceId: input.space_id,
        userId: ctx.userId,
        ids: input.ids,
        withDependencies: input.with_dependencies,
        withRows: input.with_rows,
        name: await deps.spaceName(input.space_id),
      })
      return {
        file_name: fileName,
        content,
        hash,
        items: items.map(({ kind, id, name }) => ({ kind, id, name })),
        failed,
      }
    },
    import: async (input, ctx) => {
      if (input.project_id) {
        const place = await ctx.access.require(ctx.actor!, 'project', input.project_id, 'createResource')
        if (place.spaceId !== input.space_id) throw errors.notFound({ what: 'project' })
      }
      return transfers.import({
        content: input.content,
        fileName: input.file_name,
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        isDry: input.dry_run,
        publishes: input.publish,
        given: input.id_map,
        locale: ctx.locale,
      })
    },
    preview: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'space', input.target_space_id, 'createResource')
      const { items, stays, missing } = await transfers.preview(input.res_id, ctx.userId, input.target_space_id)
      const named = ({ kind, id, name }: { kind: string; id: string; name: string }) => ({ kind, id, name })
      return { items: items.map(named), stays: stays.map(named), missing }
    },
    removeMany: async (input, ctx) => {
      const removed: string[] = []
      const failed: { id: string; reason: string }[] = []
      for (const id of new Set(input.ids))
        try {
          const place = await ctx.access.require(ctx.actor!, 'resource', id, 'delete')
          const row = await resources.get(id)
          const remove = row && kinds.find(row.kind).remove
          // A resource of another space is reported like one that does not exist.
          if (!row || place.spaceId !== input.space_id || !remove) throw errors.notFound({ what: 'resource' })
          await remove(row, ctx.userId, ctx.address)
          removed.push(id)
        } catch (cause) {
          if (!(cause instanceof AppError)) throw cause
          failed.push({ id, reason: cause.text(ctx.locale) })
        }
      return { removed, failed }
    },
  }
}
