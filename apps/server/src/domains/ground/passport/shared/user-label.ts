import type { UserRow } from '../passport.table.ts'

/** The label of a person in wire format; an empty object if there is none. */
export const labelOf = (user: Pick<UserRow, 'label'> | undefined) =>
  user?.label ? { user_label: { label_id: user.label, label_name: user.label } } : {}
