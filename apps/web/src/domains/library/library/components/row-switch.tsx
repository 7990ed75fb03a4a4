import type { LibraryResource } from '@orrery/contract'
import { KnowledgeStatus } from '@orrery/contract/shared/knowledge-enums'
import type { SwitchableKind } from '@orrery/contract/shared/resource-kinds'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Switch } from '#ui/switch.tsx'
import { refreshLibrary } from '../library.queries.ts'

const switchCalls: Record<SwitchableKind, (id: string, isOn: boolean) => Promise<unknown>> = {
  knowledge: (dataset_id, isOn) =>
    api.knowledge.update(
      { dataset_id, status: isOn ? KnowledgeStatus.ready : KnowledgeStatus.forbid },
      { toast: true },
    ),
}

/** A switch at the end of a row that disables the resource for its users without changing its content. */
export function RowSwitch({ kind, row }: { kind: SwitchableKind; row: LibraryResource }) {
  const t = useT('library')
  const change = useMutation({
    mutationFn: (isOn: boolean) => switchCalls[kind](row.res_id, isOn),
    // The page of the resource may be in the cache.
    onSettled: () => Promise.all([refreshLibrary(), queryClient.invalidateQueries({ queryKey: [kind] })]),
  })
  return (
    <Switch
      checked={change.isPending ? change.variables : row.biz_extend.state !== 'off'}
      onChange={(isOn) => change.mutate(isOn)}
      label={t('switch', { name: row.name })}
      // A card has little room beside the name; the settings of the resource have the switch too.
      className="mr-1 @max-list:hidden"
    />
  )
}
