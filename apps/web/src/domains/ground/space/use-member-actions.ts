import type { Member, Space } from '@orrery/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Failure, forEachMember } from './for-each-member.ts'
import { storedRole, type AssignableRole } from './assignable-role.ts'
import { membersQuery, refreshSpace } from './space.queries.ts'

interface RoleChange {
  members: readonly Member[]
  role: AssignableRole
}

/** Actions on one or several members. */
export function useMemberActions(space: Space) {
  const t = useT('space')

  const showResult = (done: string, failures: readonly Failure[], count: number) => {
    const [first] = failures
    if (!first) return void toast.ok(done)
    // The call has already shown a toast for a single member.
    if (count === 1) return
    const { message, logId } = describeError(first.error)
    const title = t('bulk.failed', { failed: failures.length, count })
    toast.error(title, { description: t('bulk.why', { name: first.member.name, reason: message }), logId })
  }

  const setRole = useMutation({
    mutationFn: ({ members, role }: RoleChange) =>
      forEachMember(members, (member) =>
        api.space.updateMember(
          { space_id: space.id, user_id: member.user_id, ...storedRole(role) },
          { toast: members.length === 1 },
        ),
      ),
    // The new role is shown at once; after a refusal the list is read again.
    onMutate: ({ members, role }) => {
      const ids = new Set(members.map((member) => member.user_id))
      queryClient.setQueryData(
        membersQuery(space.id).queryKey,
        (before) =>
          before && {
            ...before,
            member_info_list: before.member_info_list.map((memberInfo) =>
              ids.has(memberInfo.user_id) ? { ...memberInfo, ...storedRole(role) } : memberInfo,
            ),
          },
      )
    },
    onSuccess: (failures, { members, role }) => {
      const [only] = members
      const done =
        members.length === 1 && only
          ? t('role.changedOne', { name: only.name, role: t(`role.${role}`) })
          : t('role.changed', { count: members.length, role: t(`role.${role}`) })
      showResult(done, failures, members.length)
    },
    onSettled: () => refreshSpace(space.id),
  })

  const remove = (members: readonly Member[]) => {
    const [only] = members
    const values = { name: members.length === 1 && only ? only.name : '', space: space.name, count: members.length }
    return confirm({
      title: members.length === 1 ? t('remove.titleOne', values) : t('remove.title', values),
      text: t('remove.text', values),
      action: members.length === 1 ? t('remove.actionOne', values) : t('remove.action', values),
      danger: true,
      onConfirm: async () => {
        const failures = await forEachMember(members, (member) =>
          api.space.removeMember({ space_id: space.id, remove_user_id: member.user_id }),
        )
        await refreshSpace(space.id)
        // The dialog stays open and shows the error.
        if (members.length === 1 && failures[0]) throw failures[0].error
        showResult(t('remove.done', { count: members.length - failures.length }), failures, members.length)
      },
    })
  }

  return { setRole, remove }
}
