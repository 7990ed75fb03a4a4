import { z } from 'zod'

export const USER_LABEL_LIMIT = 20
/** What the owner of an instance says about a person, e.g. “Support”. Absent: nothing. */
export const userLabel = z.object({ label_id: z.string(), label_name: z.string() }).optional()
