import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { spacesOfQuery, useEnterprise } from '../enterprise.queries.ts'

/** Explains why someone may use a space, as the path that the access check takes. */
export function WhySection({ userId }: { userId: string }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [spaceId, setSpaceId] = useState<string | null>(null)
  const { data: spaces = [] } = useQuery(spacesOfQuery(enterprise_id))
  const { data } = useQuery({
    queryKey: ['enterprise', enterprise_id, 'why', userId, spaceId],
    enabled: spaceId !== null,
    queryFn: ({ signal }) =>
      api.enterprisePeople.explain({ enterprise_id, user_id: userId, space_id: spaceId! }, { signal }),
  })
  const role = (number: number) => (number === 0 ? '' : t(`spaceRole.${String(number) as '1' | '2' | '3'}`))
  return (
    <SheetSection title={t('why.title')}>
      <Select
        label={t('why.space')}
        placeholder={t('why.choose')}
        items={spaces.map((space) => ({ value: space.space_id, label: space.name }))}
        value={spaceId}
        onChange={setSpaceId}
      />
      {data && (
        <ol aria-label={t('why.title')} className="mt-2 flex flex-col gap-1">
          {data.path.map((step, index) => (
            <li key={index} className="flex items-center gap-2">
              <span className="min-w-0 flex-1">
                {step.by === 'group'
                  ? t('why.group', { name: step.name, source: t(`source.${step.source ?? 'manual'}`) })
                  : t(`why.${step.by}`)}
              </span>
              {step.role > 0 && <Tag tone="outline">{role(step.role)}</Tag>}
            </li>
          ))}
          <li className="font-medium">
            {data.allowed ? t('why.allowed', { role: role(data.role) }) : t('why.refused')}
          </li>
        </ol>
      )}
    </SheetSection>
  )
}
