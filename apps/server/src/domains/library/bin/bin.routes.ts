import {
  BIN_DAYS,
  BotStatus,
  type contract,
  IntelligenceStatus,
  isId,
  KnowledgeStatus,
  type ResourceKind,
} from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { Bin } from './bin.service.ts'

/** The number for "deleted" in the states of a workflow and its publication. */
const WORKFLOW_DELETED = 4
const deletedStates: Partial<Record<ResourceKind, number>> = {
  bot: BotStatus.deleted,
  project: IntelligenceStatus.deleted,
  workflow: WORKFLOW_DELETED,
  knowledge: KnowledgeStatus.deleted,
}

export function binRoutes({
  bin,
  people,
  links,
}: {
  bin: Bin
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}): Handlers<typeof contract.bin> {
  return {
    list: async (input, ctx) => {
      const [time, id] = input.cursor.split('_')
      const before = time && id && /^\d{1,15}$/.test(time) && isId(id) ? { at: Number(time), id } : undefined
      const rows = await bin.list(input.space_id, input.size + 1, before)
      const page = rows.slice(0, input.size)
      const names = await people.getMany([...new Set(page.flatMap((row) => row.deletedBy ?? []))])
      const users = new Map(names.map((user) => [user.id, user]))
      const items = await Promise.all(
        page.map(async (row) => {
          const user = row.deletedBy ? users.get(row.deletedBy) : undefined
          return {
            res_id: row.id,
            kind: row.kind,
            res_sub_type: row.subType,
            name: row.name,
            icon: links.make(row.iconUri),
            project_id: row.projectId ?? '',
            project_name: (await bin.projectOf(row))?.name ?? '',
            inside_count: row.kind === 'project' ? await bin.insideCount(row.id) : 0,
            status: deletedStates[row.kind] ?? 0,
            deleted_by: { id: user?.id ?? '', name: user?.name ?? '', avatar_url: links.make(user?.avatarKey) },
            delete_time: seconds(row.deletedAt),
            expire_time: seconds(bin.expiresAt(row)),
            can_change: await bin.mayChange(row, ctx.userId),
          }
        }),
      )
      const last = page.at(-1)
      const hasMore = rows.length > page.length
      return {
        items,
        cursor: hasMore && last ? `${last.deletedAt}_${last.id}` : '',
        has_more: hasMore,
        keep_days: BIN_DAYS,
      }
    },
    restore: async (input, ctx) => {
      const { row, isNameShared } = await bin.restore(input.space_id, input.res_id, ctx.userId)
      return { res_id: row.id, kind: row.kind, is_name_shared: isNameShared }
    },
    remove: async (input, ctx) => {
      await bin.remove(input.space_id, input.res_id, ctx.userId)
      return {}
    },
  }
}
