import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { Globe } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { RunState } from '#ui/run-state.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { UpdateRuleFields, type UpdateRule } from '../components/update-rule-fields.tsx'
import type { Webs } from './use-webs.ts'

interface WebListProps {
  webs: Webs
  rule: UpdateRule
  onRule: (rule: UpdateRule) => void
}
const states = { fetching: 'running', ready: 'done', failed: 'failed' } as const

/** URLs to fetch, optionally with their subpages. A sitemap adds all pages that it lists. */
export function WebList({ webs, rule, onRule }: WebListProps) {
  const t = useT('knowledge')
  const [text, setText] = useState('')
  const [below, setBelow] = useState(0)
  const addresses = text.split(/\s+/).filter(Boolean)
  const isReady = addresses.length > 0 && addresses.length <= KNOWLEDGE_LIMITS.webPages
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) webs.submit.mutate({ addresses, below }, { onSuccess: () => setText('') })
  }
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
        <Field label={t('web.addresses')} help={t('web.addressesHelp')}>
          <Textarea
            mono
            rows={3}
            value={text}
            placeholder={'https://example.org/guide/\nhttps://example.org/sitemap.xml'}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex items-end gap-3">
          <Field label={t('web.below')} help={t('web.belowHelp')}>
            <NumberInput
              label={t('web.below')}
              min={0}
              max={KNOWLEDGE_LIMITS.subpages}
              value={below}
              onChange={(n) => setBelow(n ?? 0)}
            />
          </Field>
          <span className="flex-1" />
          <Button type="submit" icon={Globe} disabled={!isReady} busy={webs.submit.isPending}>
            {t('web.fetch')}
          </Button>
        </div>
        {webs.submit.error && <ErrorPanel error={webs.submit.error} />}
      </form>
      {webs.items.length > 0 && (
        <>
          <ul aria-label={t('web.pages')} className="rounded-lg border border-line bg-card">
            {webs.items.map((item) => (
              <li
                key={item.id}
                className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
              >
                <Checkbox
                  label={t('web.choose', { name: item.title || item.url })}
                  checked={item.isChosen && item.status !== 'failed'}
                  disabled={item.status === 'failed'}
                  onChange={(on) => webs.choose(item.id, on)}
                />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{item.title || item.url}</span>
                  <span className="block truncate text-small text-mute">{item.url}</span>
                  {item.problem && <span className="block text-small text-err">{item.problem}</span>}
                </span>
                <RunState state={states[item.status]} text={t(`web.${item.status}`)} />
              </li>
            ))}
          </ul>
          <div className="rounded-lg border border-line bg-card p-4">
            <UpdateRuleFields value={rule} onChange={onRule} />
          </div>
        </>
      )}
    </div>
  )
}
