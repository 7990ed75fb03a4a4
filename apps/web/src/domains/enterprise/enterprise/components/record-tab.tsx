import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Radio, ShieldCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast-store.ts'
import { AuditLog } from '#domains/ground/space/index.ts'
import { peopleQuery, useEnterprise } from '../enterprise.queries.ts'
import { LeaversSheet } from './leavers-sheet.tsx'
import { StreamsSheet } from './streams-sheet.tsx'

/** The audit log of the enterprise and its spaces: for reading, for export, and as proof for removed people. */
export function RecordTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const [leavers, setLeavers] = useState(false)
  const [streams, setStreams] = useState(false)
  const { data } = useQuery(peopleQuery(enterprise_id, '', '', '', 1))
  const people = data && new Map(data.enterprise_people_list.map((person) => [person.user_id, person.nick_name]))
  const verify = useMutation({
    mutationFn: () => api.enterpriseAudit.verify({ enterprise_id }, { toast: true }),
    onSuccess: ({ entries, broken }) =>
      void (broken
        ? toast.error(t('record.broken', { no: broken.no }))
        : toast.ok(t('record.whole', { count: entries }))),
  })
  const file = (format: string) => `/api/enterprise/audit/export?enterprise_id=${enterprise_id}&format=${format}`
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 px-5 pt-2.5">
        <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
          {t('record.verify')}
        </Button>
        <Button icon={Radio} onClick={() => setStreams(true)}>
          {t('streams.open')}
        </Button>
        <Button icon={UserMinus} onClick={() => setLeavers(true)}>
          {t('leavers.open')}
        </Button>
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} href={file(format)} download className={buttonStyle('plain')}>
            <Icon of={Download} />
            {t(`record.${format}`)}
          </a>
        ))}
      </div>
      <AuditLog
        label={names('nav.enterprise.audit')}
        people={people}
        scope={['enterprise', enterprise_id]}
        load={(input, signal) => api.enterpriseAudit.list({ enterprise_id, ...input }, { signal })}
      />
      {streams && <StreamsSheet onClose={() => setStreams(false)} />}
      {leavers && <LeaversSheet onClose={() => setLeavers(false)} />}
    </div>
  )
}
