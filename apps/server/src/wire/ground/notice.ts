import { noticeRoutes } from '#domains/ground/notice/notice.routes.ts'
import { createNoticeService } from '#domains/ground/notice/notice.service.ts'
import { createWaiting } from '#domains/ground/notice/shared/waiting.ts'
import type { Infra } from '#kit/infra.ts'
import type { HandlersOf } from '#wire/ports.ts'

/** Wires notices and the list of what waits for a person. */
export function wireNotices({ database, jobs, mail, newId, clock, log, config }: Infra) {
  const { publicUrl } = config
  const notices = createNoticeService({ db: database.db, jobs, mail, newId, clock, log, publicUrl })
  const waiting = createWaiting()
  const handlers: HandlersOf<'notice'> = { notice: noticeRoutes(notices, waiting) }
  return { handlers, services: { notices, waiting }, start: notices.start }
}
