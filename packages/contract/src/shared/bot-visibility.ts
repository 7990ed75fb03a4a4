import { z } from 'zod'

/** Every member of a team sees its bots, so only 1 is accepted. */
export const visibleToMembers = () =>
  z.int().refine((value) => value === 1, {
    error: 'all members of a space see its bots. Create private bots in your personal space',
    params: { zh: '空间成员都能看到空间中的智能体；仅自己可见的智能体请创建在个人空间' },
  })
