import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { membersQuery } from '#domains/ground/space/index.ts'
import { refreshAnnotation } from '../annotation.queries.ts'

/** Assigns the open labels of a task to people in turn. */
export function AssignDialog({ spaceId, taskId, onClose }: { spaceId: string; taskId: string; onClose: () => void }) {
  const t = useT('annotation')
  const members = useQuery(membersQuery(spaceId)).data?.member_info_list ?? []
  const [chosen, setChosen] = useState<string[]>([])
  const assign = useMutation({
    mutationFn: () => api.annotationQueue.assign({ spaceID: spaceId, taskID: taskId, userIDs: chosen }),
    onSuccess: async ({ assigned }) => {
      toast.ok(t('assign.done', { count: assigned }))
      await refreshAnnotation()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('assign.title')}
      description={t('assign.text')}
      isReady={chosen.length > 0}
      call={assign}
      action={t('assign.action')}
      onSubmit={() => assign.mutate()}
      onClose={onClose}
    >
      <div role="group" aria-label={t('assign.people')} className="flex flex-col gap-2">
        {members.map(({ user_id: id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            <span data-user-text>{name}</span>
          </Checkbox>
        ))}
      </div>
    </FormDialog>
  )
}
