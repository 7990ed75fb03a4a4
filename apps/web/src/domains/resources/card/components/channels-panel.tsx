import { type CardFormat, cardFormats, findElement, previewCard } from '@orrery/engine/card'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCardEditor, useDesign } from '../card-context.ts'
import { useCardSetting } from '../use-card-setting.ts'
import { TestDialog } from './test-dialog.tsx'

/** The card on a channel: what is lost, whether it is too long, and the resulting message. */
export function ChannelsPanel() {
  const t = useT('card')
  const design = useDesign()
  const { mayEdit } = useCardEditor()
  const [isTesting, setTesting] = useState(false)
  const [format, setFormat] = useCardSetting<CardFormat>('channel', cardFormats, 'feishu')
  const shown = useMemo(() => previewCard(format, design), [format, design])
  return (
    <div className="flex flex-col gap-3 p-3">
      <Select
        label={t('channels.choose')}
        items={cardFormats.map((value) => ({ value, label: t(`channel.${value}`) }))}
        value={format}
        onChange={setFormat}
      />
      {shown.isOver && (
        <Banner inset tone="err">
          {t('channels.over')}
        </Banner>
      )}
      {shown.lost.length ? (
        <ul aria-label={t('channels.lost')} className="flex flex-col gap-1.5">
          {shown.lost.map(({ id, kind }) => {
            const element = findElement(design, id)
            return (
              <li key={`${id} ${kind}`} className="flex items-center gap-2">
                <Tag tone={kind === 'dropped' ? 'err' : 'warn'}>{t(`loss.${kind}`)}</Tag>
                <span className="min-w-0 truncate">{element ? t(`element.${element.type}`) : id}</span>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="text-mute">{t('channels.whole')}</p>
      )}
      {format !== 'adaptive' && mayEdit && (
        <Button size="sm" disabled={shown.isOver} onClick={() => setTesting(true)}>
          {t('test')}
        </Button>
      )}
      {isTesting && format !== 'adaptive' && <TestDialog channel={format} onClose={() => setTesting(false)} />}
      <CodeBlock code={JSON.stringify(shown.payload, null, 2)} />
    </div>
  )
}
