import { z } from 'zod'

/** Conditions identified by numbers, with one value each: an alternative to `FilterTree` that some clients send. */
const value = z
  .object({
    v_bool: z.boolean(),
    v_i32: z.number(),
    v_i64: z.union([z.string().max(1000), z.number()]),
    v_f64: z.number(),
    v_string: z.string().max(1000),
    v_i32_list: z.array(z.number()).max(200),
    v_i64_list: z.array(z.union([z.string().max(1000), z.number()])).max(200),
    v_f64_list: z.array(z.number()).max(200),
    v_string_list: z.array(z.string().max(1000)).max(200),
  })
  .partial()
const condition = z.object({
  field_name: z.string().max(100),
  /**
   * 1 equal, 2 not equal, 3 greater, 4 less, 5 greater or equal, 6 less or equal, 7 contains, 8 in, 9 not in, 10 empty,
   * 11 not empty, 12 in, 13 does not contain.
   */
  field_filter_type: z.int().min(1).max(13),
  filter_value: value.optional(),
})
export interface FieldTree {
  field_filters?: z.infer<typeof condition>[]
  /** 1 all conditions, 2 any condition. */
  relation?: 1 | 2
  sub_filter?: FieldTree[]
}
export const fieldTree: z.ZodType<FieldTree> = z.lazy(() =>
  z.object({
    field_filters: z.array(condition).max(50).optional(),
    relation: z.literal([1, 2]).optional(),
    sub_filter: z.array(fieldTree).max(50).optional(),
  }),
)
