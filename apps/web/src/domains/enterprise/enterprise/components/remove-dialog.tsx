import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import type { Choice } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Person, personQuery, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

/** Shows what the receiver would get before a person is removed. */
export function RemoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [receiver, setReceiver] = useState<Choice | null>(null)
  const { data } = useQuery(personQuery(enterprise_id, person.user_id, receiver?.value))
  const owned = data?.spaces.filter((space) => space.owner || space.resources > 0) ?? []
  const remove = useMutation({
    mutationFn: () =>
      api.enterprisePeople.remove({
        enterprise_id,
        user_id: person.user_id,
        ...(receiver && { receiver: receiver.value }),
      }),
    onSuccess: async () => {
      toast.ok(t('remove.done', { name: person.nick_name }))
      await refreshEnterprise(enterprise_id)
      onClose()
    },
  })
  const search = useCallback(
    async (word: string, signal: AbortSignal): Promise<readonly Choice[]> => {
      const { enterprise_people_list: people } = await api.enterprisePeople.search(
        { enterprise_id, page: 1, page_size: 20, people_type: 'EnterpriseMember', ...(word && { search_key: word }) },
        { signal },
      )
      return people
        .filter((item) => item.user_id !== person.user_id && item.valid)
        .map((item) => ({ value: item.user_id, label: item.nick_name, description: `@${item.name}` }))
    },
    [enterprise_id, person.user_id],
  )
  return (
    <FormDialog
      title={t('remove.title', { name: person.nick_name })}
      description={t('remove.text')}
      size="md"
      isReady={data !== undefined && (owned.length === 0 || receiver !== null)}
      isDirty={receiver !== null}
      call={remove}
      action={t('person.remove')}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {t('person.counts', { sessions: data?.sessions ?? 0, tokens: data?.tokens ?? 0, grants: data?.grants ?? 0 })}
      </p>
      <Field label={t('remove.receiver')} help={t('remove.receiverHelp')} required={owned.length > 0}>
        <Combobox value={receiver} onChange={setReceiver} search={search} placeholder={t('remove.choose')} />
      </Field>
      {owned.length > 0 && (
        <ul aria-label={t('remove.goes')} className="flex flex-col gap-1">
          {owned.map((space) => (
            <li key={space.space_id} className="flex items-center justify-between gap-3">
              <span className="truncate">
                {space.owner
                  ? t('remove.space', { name: space.name, count: space.resources })
                  : t('remove.inside', { name: space.name, count: space.resources })}
              </span>
              <span className="shrink-0 text-mute">
                → {space.receiver?.user_id === person.user_id ? '?' : space.receiver?.nick_name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
