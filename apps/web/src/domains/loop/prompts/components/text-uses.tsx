import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Prompt, refreshPrompts, type TextUse, usesQuery, versionsQuery } from '../prompts.queries.ts'

const keyOf = ({ prompt_id: id, version }: TextUse) => `${id} ${version}`

/** The prompts that include a text, and what a version of the text changes in each of them. */
export function TextUses({ prompt, spaceId }: { prompt: Prompt; spaceId: string }) {
  const t = useT('prompts')
  const [asked, setAsked] = useState('')
  const { data, error } = useQuery(usesQuery(prompt.id, asked))
  const versions = useInfiniteQuery(versionsQuery(prompt.id)).data?.pages.flatMap((page) => page.prompts) ?? []
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const uses = data?.uses ?? []
  const mayChange = (use: TextUse) =>
    use.is_newest && use.may_edit && !use.problem && use.segment_versions.some((version) => version !== data?.version)
  const chosen = uses.filter((use) => mayChange(use) && !left.has(keyOf(use)))
  const update = useMutation({
    mutationFn: () =>
      api.promptSegment.updateUses({
        prompt_id: prompt.id,
        version: data!.version,
        uses: chosen.map(({ prompt_id, version }) => ({ prompt_id, version })),
      }),
    onSuccess: ({ updated }) => toast.ok(t('uses.done', { count: updated.length })),
    // Also refresh after a failure: the list may have become stale while it was open.
    onSettled: refreshPrompts,
  })
  if (error) return <ErrorPanel error={error} />
  if (!data) return null
  return (
    <section aria-label={t('uses.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">{t('uses.title')}</h2>
        {uses.length > 0 && (
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <Select
              prefix={t('uses.version')}
              value={data.version}
              onChange={setAsked}
              items={versions.map(({ version }) => ({ value: version, label: version }))}
            />
            <Button
              kind="solid"
              icon={ArrowUpFromLine}
              disabled={chosen.length === 0}
              busy={update.isPending}
              onClick={() => update.mutate()}
            >
              {t('uses.update', { count: chosen.length })}
            </Button>
          </span>
        )}
      </div>
      <p className="text-mute">{t(uses.length ? 'uses.text' : 'uses.none')}</p>
      {update.error && <ErrorPanel error={update.error} />}
      {uses.map((use) => (
        <Use
          key={keyOf(use)}
          use={use}
          spaceId={spaceId}
          checked={mayChange(use) ? !left.has(keyOf(use)) : undefined}
          onCheck={(checked) =>
            setLeft((now) => {
              const next = new Set(now)
              if (checked) next.delete(keyOf(use))
              else next.add(keyOf(use))
              return next
            })
          }
        />
      ))}
    </section>
  )
}

interface UseProps {
  use: TextUse
  spaceId: string
  /** Undefined if this use cannot be changed. */
  checked: boolean | undefined
  onCheck: (checked: boolean) => void
}
function Use({ use, spaceId, checked, onCheck }: UseProps) {
  const t = useT('prompts')
  const { display_name: name, prompt_id: id, version } = use
  return (
    <article aria-label={name} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        {checked !== undefined && <Checkbox checked={checked} label={name} onChange={onCheck} />}
        <Link
          to="/space/$space_id/prompts/$prompt_id"
          params={{ space_id: spaceId, prompt_id: id }}
          className="font-medium hover:underline"
        >
          {name}
        </Link>
        <Tag mono>{version}</Tag>
        {!use.is_newest && <Tag tone="warn">{t('uses.older')}</Tag>}
        <span className="text-small text-mute">{t('uses.has', { versions: use.segment_versions.join(', ') })}</span>
      </div>
      {use.problem ? (
        <Banner inset tone="warn">
          {use.problem}
        </Banner>
      ) : (
        use.before !== use.after && <TextDiff before={use.before} after={use.after} />
      )}
    </article>
  )
}
