import { SliceStatus } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { refreshKnowledge, type Slice } from './knowledge.queries.ts'

/** Manual changes of slices. They take effect in searches at once, so everything about the base is refetched. */
export function useSliceActions(documentId: string) {
  const t = useT('knowledge')
  const done = { onSuccess: () => refreshKnowledge() }
  const write = useMutation({
    mutationFn: ({ slice, text }: { slice: Slice; text: string }) =>
      api.knowledge.updateSlice({ slice_id: slice.slice_id, raw_text: text }),
    ...done,
  })
  const insert = useMutation({
    mutationFn: ({ before, text }: { before: number; text: string }) =>
      api.knowledge.createSlice({ document_id: documentId, raw_text: text, sequence: before }),
    ...done,
  })
  const setOn = useMutation({
    mutationFn: ({ slice, on }: { slice: Slice; on: boolean }) =>
      api.knowledge.updateSlice(
        { slice_id: slice.slice_id, status: on ? SliceStatus.ready : SliceStatus.inactive },
        { toast: true },
      ),
    ...done,
  })
  const remove = (slices: readonly Slice[]) =>
    confirm({
      title: t('slice.delete.title', { count: slices.length }),
      text: t('slice.delete.text'),
      action: t('slice.delete.action', { count: slices.length }),
      danger: true,
      onConfirm: async () => {
        await api.knowledge.removeSlices({ slice_ids: slices.map((slice) => slice.slice_id) })
        await refreshKnowledge()
      },
    })
  return { write, insert, setOn, remove }
}
export type SliceActions = ReturnType<typeof useSliceActions>
