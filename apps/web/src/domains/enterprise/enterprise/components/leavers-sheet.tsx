import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { leaversQuery, useEnterprise } from '../enterprise.queries.ts'

const ended = ['sessions', 'tokens', 'grants', 'groups', 'spaces', 'resources', 'collaborations', 'apps'] as const

/** Proof for each removed person: what was revoked, what was transferred to whom, and that nothing is left. */
export function LeaversSheet({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const { data: leavers = [], isSuccess } = useQuery(leaversQuery(enterprise_id))
  const [open, setOpen] = useState<string>()
  return (
    <SideSheet
      kind="leavers"
      place="over"
      width={472}
      title={t('leavers.title')}
      caption={t('leavers.text')}
      onClose={onClose}
    >
      {isSuccess && leavers.length === 0 && <SheetSection>{t('leavers.none')}</SheetSection>}
      {leavers.map((leaver) => (
        <SheetSection
          key={leaver.removal_id}
          title={leaver.user.nick_name}
          tools={
            <Button size="sm" onClick={() => setOpen(leaver.removal_id)}>
              {t('leavers.check')}
            </Button>
          }
        >
          <p className="text-small text-mute">
            <DateTime at={leaver.created_at * 1000} /> · {t('leavers.to', { name: leaver.receiver?.nick_name ?? '–' })}
          </p>
          <p className="mt-1">
            {ended
              .filter((name) => (leaver.counts[name] ?? 0) > 0)
              .map((name) => t(`leavers.count.${name}`, { count: leaver.counts[name] ?? 0 }))
              .join(' · ')}
          </p>
          {leaver.ended_at === 0 && <Tag tone="warn">{t('leavers.running')}</Tag>}
          {open === leaver.removal_id && <Proof id={leaver.removal_id} />}
        </SheetSection>
      ))}
    </SideSheet>
  )
}

function Proof({ id }: { id: string }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const { data } = useQuery({
    queryKey: ['enterprise', enterprise_id, 'leaver', id],
    queryFn: ({ signal }) => api.enterprisePeople.leaver({ enterprise_id, removal_id: id }, { signal }),
  })
  if (!data) return null
  const left = Object.values(data.remains).reduce((sum, count) => sum + count, 0)
  return (
    <p className="mt-1.5">
      <Tag tone={left === 0 ? 'ok' : 'err'} icon={left === 0 ? ShieldCheck : TriangleAlert}>
        {left === 0 ? t('leavers.nothing') : t('leavers.left', { count: left })}
      </Tag>
    </p>
  )
}
