import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, name, text } from '#shared/fields.ts'
import { uniqueName } from './passport.ts'

/** People as others see them, e.g. beside what they offer. */
export const profile = {
  get: op('GET /api/user/v2/get_profile', {
    summary: 'The profile of the caller, of somebody they share a space with, or of somebody who offers products',
    input: () => z.object({ user_id: idOrNone(), bid: z.string().max(100).optional() }),
    output: () =>
      z.object({
        user_id: z.string(),
        user_name: z.string(),
        name: z.string(),
        avatar: z.string(),
        signature: z.string(),
      }),
  }),
  update: op('POST /api/user/v2/update_profile', {
    summary: 'Change name, user name and signature of the caller',
    input: () =>
      z.object({
        user_unique_name: uniqueName.optional(),
        name: name(32).optional(),
        signature: text(500).optional(),
      }),
  }),
  check: op('POST /api/user/v2/update_profile_check', {
    summary: 'Whether a user name is free and well formed',
    input: () => z.object({ user_unique_name: uniqueName.optional() }),
  }),
  health: op('GET /api/hub/check-health', {
    summary: 'Whether the server and its database answer',
    access: 'public',
    reply: 'flat',
    output: () => z.object({ status: z.string(), message: z.string() }),
  }),
}
