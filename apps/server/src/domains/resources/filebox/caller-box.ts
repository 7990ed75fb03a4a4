import type { Ctx } from '#kit/http/context.ts'
import type { Box } from './filebox.service.ts'

/** The box of the caller; a user named in the request is ignored. */
export const boxOf = (common: { 'X-AIPlugin-Bot-ID': string }, ctx: Ctx): Box => ({
  botId: common['X-AIPlugin-Bot-ID'],
  userId: ctx.userId,
})
export const inWords = (ctx: Ctx, en: string, zh: string): string => (ctx.locale === 'zh-CN' ? zh : en)
