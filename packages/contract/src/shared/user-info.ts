import { z } from 'zod'

/** The public information about a person. */
export const userInfo = z.object({
  user_id: z.string(),
  nickname: z.string(),
  avatar_url: z.string(),
  user_unique_name: z.string(),
})
