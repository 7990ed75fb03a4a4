import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { asVisitor, keepToken } from './visit.ts'

export const infoQuery = (key: string) =>
  queryOptions({
    queryKey: ['share', key, 'info'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.share.info({ key }, { signal }),
  })
export type ShareInfo = Awaited<ReturnType<typeof api.share.info>>

/** Enters the chat, with the visitor token of an earlier visit if there is one. */
export async function enter(key: string, password: string) {
  const { token, bot } = await api.share.enter({ key, password }, asVisitor(key))
  keepToken(key, token)
  return bot
}
export type SharedBot = Awaited<ReturnType<typeof enter>>

export const conversationsQuery = (key: string) =>
  queryOptions({
    queryKey: ['share', key, 'conversations'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.share.conversations({ key }, { ...asVisitor(key), signal })).conversations,
  })
