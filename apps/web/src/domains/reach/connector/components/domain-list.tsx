import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Domain, domainsQuery, refreshConnectors } from '../connector.queries.ts'
import { AddDomainDialog, VerifyDialog } from './domain-dialogs.tsx'

const tones = { 0: undefined, 1: 'ok', 2: 'err' } as const
const removed = 1

/** The domains under which mini programs open the pages of bots. */
export function DomainList() {
  const t = useT('connector')
  const { data } = useQuery(domainsQuery)
  const [isAdding, setAdding] = useState(false)
  const [verified, setVerified] = useState<Domain>()
  const remove = ({ domain }: Domain) =>
    confirm({
      title: t('domain.remove.title', { domain }),
      text: t('domain.remove.text'),
      action: t('domain.remove.action'),
      danger: true,
      onConfirm: async () => {
        await api.miniProgram.setDomains({ domain_list: [domain], action: removed })
        await refreshConnectors()
        toast.ok(t('domain.removed', { domain }))
      },
    })
  return (
    <section aria-label={t('domains')} className="mt-4 flex flex-col gap-2 border-t border-line px-5 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('domains')}</h2>
          <p className="text-small text-mute">{t('domains.text')}</p>
        </div>
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {t('domain.add')}
        </Button>
      </div>
      {data?.length === 0 && <p className="text-mute">{t('domains.none')}</p>}
      <ul className="flex flex-col">
        {data?.map((item) => (
          <li key={item.id} aria-label={item.domain} className="flex flex-wrap items-center gap-2 py-1.5">
            <code data-user-text className="min-w-0 truncate">
              {item.domain}
            </code>
            <Tag tone={tones[item.status]}>{t(`domain.status.${item.status}`)}</Tag>
            <span className="ml-auto flex items-center">
              <Button
                size="sm"
                kind="ghost"
                aria-label={t('domain.verifyOf', { domain: item.domain })}
                onClick={() => setVerified(item)}
              >
                {t('domain.verify')}
              </Button>
              <IconButton
                icon={Trash2}
                label={t('domain.remove', { domain: item.domain })}
                onClick={() => void remove(item)}
              />
            </span>
            {item.reason && <p className="w-full text-small text-err">{item.reason}</p>}
          </li>
        ))}
      </ul>
      {isAdding && <AddDomainDialog onClose={() => setAdding(false)} />}
      {verified && <VerifyDialog domain={verified} onClose={() => setVerified(undefined)} />}
    </section>
  )
}
