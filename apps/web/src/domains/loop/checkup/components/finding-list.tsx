import type { EditorBlock } from '@orrery/contract/shared/checkup-enums'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import type { Finding } from '../checkup.queries.ts'

const tones = { high: 'err', medium: 'warn', low: 'grey' } as const satisfies Record<string, Tone>
/** The names by which the editor knows its blocks. */
const anchors: Partial<Record<EditorBlock, string>> = {
  plugins: 'plugin',
  workflows: 'workflow',
  knowledge: 'knowledge_text',
  variables: 'variable',
  databases: 'database',
  memory: 'long_term_memory',
  tasks: 'scheduled_task',
  opening: 'opening_dialog',
}
interface FindingListProps {
  spaceId: string
  botId: string
  findings: readonly Finding[]
  mayAsk: boolean
}

/** The failed checks, worst first: the reason, and a link to the block of the editor that causes the failure. */
export function FindingList({ findings, ...rest }: FindingListProps) {
  const t = useT('checkup')
  if (!findings.length) return <p className="text-mute">{t('findings.none')}</p>
  return (
    <ul aria-label={t('findings')} className="flex flex-col gap-3">
      {findings.map((finding) => (
        <FindingCard key={`${finding.item_id}/${finding.check}`} finding={finding} {...rest} />
      ))}
    </ul>
  )
}
function FindingCard({ finding, spaceId, botId, mayAsk }: Omit<FindingListProps, 'findings'> & { finding: Finding }) {
  const t = useT('checkup')
  const ui = useT('ui')
  const askAgain = useMutation({
    mutationFn: () => api.checkupTab.askAgain({ bot_id: botId, item_id: finding.item_id }),
  })
  const anchor = anchors[finding.block]
  const parts = [
    ['finding.asked', finding.asked],
    ['finding.answered', askAgain.data?.answered ?? finding.answered],
    ['finding.expected', finding.expected],
  ] as const
  return (
    <li className="rounded-lg border border-line bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={tones[finding.severity]}>{t(`severity.${finding.severity}`)}</Tag>
        <Tag tone="outline">{t(`module.${finding.module}`)}</Tag>
        {finding.skill && <span className="min-w-0 truncate text-mute">{finding.skill}</span>}
        {finding.count > 1 && <Tag>{t('finding.more', { count: finding.count })}</Tag>}
      </div>
      <p className="mt-2 font-medium">{finding.cause}</p>
      <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-small max-md:grid-cols-1">
        {parts
          .filter(([, text]) => text)
          .map(([key, text]) => (
            <div key={key} className="contents">
              <dt className="text-mute">{t(key)}</dt>
              <dd className="line-clamp-4 break-words whitespace-pre-wrap">{text}</dd>
            </div>
          ))}
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Link
          to="/space/$space_id/bot/$bot_id"
          params={{ space_id: spaceId, bot_id: botId }}
          {...(anchor && { hash: `block-${anchor}` })}
          className={buttonStyle()}
          aria-label={ui('pair', { name: t('finding.open'), value: t(`block.${finding.block}`) })}
        >
          {ui('pair', { name: t('finding.open'), value: t(`block.${finding.block}`) })}
        </Link>
        {mayAsk && finding.item_id !== '0' && (
          <Button busy={askAgain.isPending} onClick={() => askAgain.mutate()}>
            {t('finding.again')}
          </Button>
        )}
        {askAgain.data && (
          <Tag tone={askAgain.data.is_good ? 'ok' : 'err'}>
            {t(askAgain.data.is_good ? 'finding.good' : 'finding.still')}
          </Tag>
        )}
      </div>
      {askAgain.error && <ErrorPanel className="mt-2" error={askAgain.error} />}
    </li>
  )
}
