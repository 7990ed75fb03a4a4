import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { NoticeService } from './notice.service.ts'
import { wordsOf } from './shared/notice-words.ts'
import type { WaitingRegistry } from './shared/waiting.ts'

export const noticeRoutes = (notices: NoticeService, waiting: WaitingRegistry): Handlers<typeof contract.notice> => ({
  async list({ before_id, size, only_unread = false }, { userId }) {
    const rows = await notices.list(userId, before_id, size + 1, only_unread)
    return {
      items: rows.slice(0, size).map(({ id, kind, params, link, at, readAt }) => ({
        id,
        kind,
        ...wordsOf(kind, params as never),
        link,
        at,
        is_read: readAt !== null,
      })),
      has_more: rows.length > size,
    }
  },
  unread: async (_, { userId }) => ({ count: await notices.unread(userId) }),
  async read({ ids }, { userId }) {
    await notices.read(userId, ids)
    return {}
  },
  async readAll(_, { userId }) {
    await notices.readAll(userId)
    return {}
  },
  waiting: async (_, { userId }) => ({
    items: (await waiting.list(userId)).map(({ id, kind, params, link, at }) => ({
      id,
      kind,
      ...wordsOf(kind, params as never),
      link,
      at,
    })),
  }),
  choices: async (_, { userId }) => ({ items: await notices.choices(userId), has_mail: notices.hasMail() }),
  async choose({ kind, way }, { userId }) {
    await notices.choose(userId, kind, way)
    return {}
  },
})
