import { z } from 'zod'

/** What the owner of an instance says about a person, e.g. “Support”. Absent: nothing. */
export const userLabel = z.object({ label_id: z.string(), label_name: z.string() }).optional()
