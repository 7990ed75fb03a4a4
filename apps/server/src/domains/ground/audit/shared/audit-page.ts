import type { FileLinks } from '#kit/file-links.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { AuditFilter, AuditService } from '../audit.service.ts'

export interface AuditPageDeps {
  audit: AuditService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}

/** Builds a page of the audit log for the wire, with names in the place of ids. */
export function createAuditPage({ audit, people, links }: AuditPageDeps) {
  return async (filter: AuditFilter, page: number, size: number) => {
    const { events, hasMore } = await audit.list(filter, page, size)
    const ids = new Set(events.flatMap((event) => event.actorId ?? []))
    const actors = new Map((await people.getMany([...ids])).map((user) => [user.id, user]))
    return {
      has_more: hasMore,
      names: await audit.names(events),
      events: events.map((event) => {
        const actor = event.actorId ? actors.get(event.actorId) : undefined
        return {
          id: event.id,
          at: event.at,
          actor_id: event.actorId ?? '',
          actor_name: actor?.name ?? '',
          actor_avatar_url: links.make(actor?.avatarKey),
          action: event.action,
          target: event.target,
          address: event.address,
          detail: event.detail,
        }
      }),
    }
  }
}
