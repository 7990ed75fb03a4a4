import { SpaceRole, SpaceType } from '@orrery/contract/shared/policy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaces } from '#lib/spaces.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { useEnterprise } from '../enterprise.queries.ts'

/** Moves a space into the enterprise after showing its owner which tokens and apps would stop or continue to work. */
export function MoveInDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const mine = useSpaces().filter(
    (space) =>
      space.space_type === SpaceType.team && space.space_role_type === SpaceRole.owner && space.enterprise_id === '',
  )
  const [spaceId, setSpaceId] = useState<string | null>(null)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: ['enterprise', enterprise_id, 'checklist', spaceId],
    enabled: spaceId !== null,
    queryFn: async ({ signal }) =>
      (await api.appAuthorization.checklist({ workspace_id_list: [spaceId!] }, { signal })).checklist,
  })
  const move = useMutation({
    mutationFn: async () => {
      const authorization_list = (data ?? [])
        .filter((item) => kept.has(item.id))
        .map((item) => ({ authorization_type: item.checklist_item_type, authorization_id: item.id }))
      if (authorization_list.length) await api.appAuthorization.migrate({ authorization_list })
      await api.enterpriseSpaces.moveIn({ enterprise_id, space_ids: [spaceId!] })
    },
    onSuccess: async () => {
      await onDone()
      toast.ok(t('move.done'))
      onClose()
    },
  })
  const toggle = (id: string) => {
    const next = new Set(kept)
    if (!next.delete(id)) next.add(id)
    setKept(next)
  }
  return (
    <FormDialog
      title={t('spaces.moveIn')}
      description={t('move.text')}
      size="md"
      isReady={spaceId !== null && data !== undefined}
      isDirty={spaceId !== null}
      call={move}
      action={t('move.action')}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <Field label={t('spaces.space')} help={mine.length === 0 ? t('move.none') : undefined} required>
        <Select
          items={mine.map((space) => ({ value: space.id, label: space.name }))}
          value={spaceId}
          onChange={setSpaceId}
          disabled={mine.length === 0}
        />
      </Field>
      {data?.length === 0 && <p className="text-mute">{t('move.nothing')}</p>}
      {data && data.length > 0 && (
        <div>
          <p className="mb-1.5">{t('move.affected')}</p>
          <ul aria-label={t('move.affected')} className="flex flex-col gap-1.5">
            {data.map((item) => (
              <li key={item.id} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate">
                  {item.can_migrate ? (
                    <Checkbox checked={kept.has(item.id)} onChange={() => toggle(item.id)}>
                      {t('move.keep', { name: item.name })}
                    </Checkbox>
                  ) : (
                    t('move.ask', { name: item.name, who: item.user_info.name })
                  )}
                </span>
                <Tag tone="outline">{t(`move.type.${item.checklist_item_type}`)}</Tag>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
