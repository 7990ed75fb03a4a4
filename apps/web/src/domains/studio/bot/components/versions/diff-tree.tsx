import { ArrowRight, Minus, Pencil, Plus } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { leavesOf, originText, shownText } from '../../versions/diff-leaves.ts'
import type { DiffNode } from '../../versions/version.queries.ts'

const looks = {
  1: { icon: Plus, tone: 'ok', word: 'diff.added' },
  2: { icon: Minus, tone: 'err', word: 'diff.emptied' },
  3: { icon: Pencil, tone: 'warn', word: 'diff.changed' },
  4: { icon: Minus, tone: 'err', word: 'diff.removed' },
} as const

/** The differences between two states of a bot, part by part. */
export function DiffTree({ nodes }: { nodes: readonly DiffNode[] }) {
  const t = useT('version')
  if (!nodes.length) return <p className="py-2 text-mute">{t('diff.none')}</p>
  return (
    <div className="flex flex-col gap-4">
      {nodes.map((part) => (
        <section key={part.display_name} aria-label={part.display_name}>
          <h3 className="mb-1.5 flex items-baseline gap-2 font-semibold">
            {part.display_name}
            <span className="text-small font-normal text-mute tabular-nums">{leavesOf([part]).length}</span>
          </h3>
          <ul className="overflow-hidden rounded-md border border-line">
            {(part.sub_nodes ?? []).map((group) =>
              leavesOf([group]).map((leaf) => (
                <Leaf
                  key={leaf.diff_res?.json_path}
                  leaf={leaf}
                  group={group.display_name === leaf.display_name ? '' : group.display_name}
                />
              )),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Leaf({ leaf, group }: { leaf: DiffNode; group: string }) {
  const t = useT('version')
  const found = leaf.diff_res
  if (!found) return null
  const look = looks[found.action as keyof typeof looks] ?? looks[3]
  const [before, after] = [shownText(found.display_left), shownText(found.display_right)]
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Tag tone={look.tone} icon={look.icon}>
          {t(look.word)}
        </Tag>
        <span className="min-w-0 font-medium wrap-anywhere">{leaf.display_name}</span>
        {group && <span className="text-small text-mute">{group}</span>}
      </div>
      {found.diff_style === 1 ? (
        <TextDiff className="mt-1.5" before={originText(found.origin_left)} after={originText(found.origin_right)} />
      ) : (
        found.action === 3 && (
          <div className="mt-1 flex min-w-0 flex-wrap items-start gap-2 text-small">
            <Value text={before} tone="err" />
            <Icon of={ArrowRight} size={12} className="mt-1 shrink-0 text-mute" />
            <Value text={after} tone="ok" />
          </div>
        )
      )}
    </li>
  )
}

function Value({ text, tone }: { text: string; tone: 'ok' | 'err' }) {
  const t = useT('version')
  return (
    <span
      className={cn(
        'max-w-full rounded-sm px-1 whitespace-pre-wrap wrap-anywhere',
        tone === 'ok' ? 'bg-ok-soft text-ok' : 'bg-err-soft text-err line-through',
      )}
    >
      {text || t('diff.empty')}
    </span>
  )
}
