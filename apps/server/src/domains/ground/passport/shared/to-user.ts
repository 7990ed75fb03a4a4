import type { User } from '@orrery/contract'
import { seconds } from '#kit/http/wire-values.ts'
import type { UserRow } from '../passport.table.ts'
import { labelOf } from './user-label.ts'

/** The account as its owner sees it. */
export const toUser = (user: UserRow, avatarUrl: string): User => ({
  user_id_str: user.id,
  name: user.name,
  user_unique_name: user.uniqueName,
  email: user.email,
  description: user.description,
  avatar_url: avatarUrl,
  screen_name: user.name,
  app_user_info: { user_unique_name: user.uniqueName },
  locale: user.locale,
  user_create_time: seconds(user.createdAt),
  is_instance_owner: user.isInstanceOwner,
  user_level: user.level,
  ...labelOf(user),
})
