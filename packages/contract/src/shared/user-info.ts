import { z } from 'zod'

/** A person as others see them. */
export const userInfo = z.object({
  user_id: z.string(),
  nickname: z.string(),
  avatar_url: z.string(),
  user_unique_name: z.string(),
})
