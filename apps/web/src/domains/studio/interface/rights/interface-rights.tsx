import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { type InterfaceRight, rightsOf } from '@orrery/engine/interface'
import { useQuery } from '@tanstack/react-query'
import { Eye, PencilLine } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { interfaceQuery, targetsQuery } from '../interface.queries.ts'

/** What visitors of the public page can read and change through the interface; hidden if there is no interface. */
export function InterfaceRights({ projectId }: { projectId: string }) {
  const t = useT('interface')
  const { data } = useQuery(interfaceQuery(projectId))
  const { data: phone } = useQuery(interfaceQuery(projectId, InterfaceChannel.client))
  const { data: facts } = useQuery({ ...targetsQuery(projectId), enabled: data?.drawn !== undefined })
  if (!data?.drawn || !facts) return null
  const all = [data, phone].flatMap((one) => (one?.drawn ? rightsOf(one.drawn.document) : []))
  const rights = [...new Map(all.map((right) => [`${right.act} ${right.target}`, right])).values()]
  if (rights.length === 0) return null
  const nameOf = ({ act, target }: InterfaceRight) =>
    act === 'frame'
      ? target
      : ([...facts.workflows, ...facts.tables, ...(facts.bots ?? [])].find(({ id }) => id === target)?.name ?? target)
  return (
    <section aria-labelledby="interface-rights" className="flex flex-col gap-2">
      <h2 id="interface-rights" className="font-semibold">
        {t('rights.title')}
      </h2>
      <p className="text-mute">{t('rights.text')}</p>
      <ul className="flex flex-col gap-1">
        {rights.map((right) => (
          <li key={`${right.act} ${right.target}`} className="flex items-center gap-2 wrap-anywhere">
            <Icon of={right.writes ? PencilLine : Eye} size={16} />
            {t(`rights.${right.act}`, { name: nameOf(right) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
