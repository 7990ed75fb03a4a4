import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, name, text } from '#shared/fields.ts'
import { PROFILE_LIMITS } from '#shared/limits.ts'
import { userLabel } from '#shared/user-label.ts'
import { avatarKey, uniqueName } from './passport.ts'

const change = {
  user_unique_name: uniqueName.optional(),
  name: name(PROFILE_LIMITS.name).optional(),
  /** A picture that the caller has sent. */
  avatar: avatarKey.optional(),
  signature: text(PROFILE_LIMITS.description).optional(),
}

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
        user_label: userLabel,
      }),
  }),
  update: op('POST /api/user/v2/update_profile', {
    summary: 'Change name, user name, picture and signature of the caller',
    input: () => z.object(change),
  }),
  check: op('POST /api/user/v2/update_profile_check', {
    summary: 'Whether a change of the profile would be accepted; nothing is changed',
    input: () => z.object(change),
  }),
  health: op('GET /api/hub/check-health', {
    summary: 'Whether the server and its database answer',
    access: 'public',
    reply: 'flat',
    output: () => z.object({ status: z.string(), message: z.string() }),
  }),
}
