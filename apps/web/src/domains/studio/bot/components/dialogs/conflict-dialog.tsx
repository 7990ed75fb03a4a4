import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { type Conflict, firstChoices } from '../../draft/draft-conflict.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { groupText } from '../../draft/group-text.ts'
import { useGroupName } from '../../draft/use-group-name.ts'

/** Opens the conflict dialog when another save came first. */
export function ConflictHost() {
  const state = useDraft((draft) => draft.state)
  return state.is === 'conflict' ? (
    <DraftConflict key={state.conflict.theirs.version} conflict={state.conflict} />
  ) : null
}

function DraftConflict({ conflict }: { conflict: Conflict }) {
  const t = useT('bot')
  const { store } = useEditor()
  const nameOf = useGroupName()
  return (
    <ConflictDialog
      title={t('conflict.title')}
      text={t('conflict.text', { time: formatTime(fromSeconds(conflict.theirs.update_time)) })}
      items={conflict.groups.map(({ group, by, mine, theirs }) => ({
        id: group,
        name: nameOf(group),
        note: t(`conflict.by.${by}`),
        question: t('conflict.which', { name: nameOf(group) }),
        detail: <TextDiff before={groupText(group, theirs)} after={groupText(group, mine)} />,
      }))}
      firstSides={() => new Map(Object.entries(firstChoices(conflict)))}
      applyText={t('conflict.apply')}
      onApply={(sides) => void store.resolve(Object.fromEntries(sides))}
    />
  )
}
