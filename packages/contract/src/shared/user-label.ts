import { z } from 'zod'

/** A label that the instance owner gives to a person, such as “Support”. Absent if they have none. */
export const userLabel = z.object({ label_id: z.string(), label_name: z.string() }).optional()
