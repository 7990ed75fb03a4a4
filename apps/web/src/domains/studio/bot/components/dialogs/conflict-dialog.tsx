import { useState } from 'react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { type Choice, type Choices, type Conflict, type ConflictGroup, firstChoices } from '../../draft-conflict.ts'
import { useDraft, useEditor } from '../../draft-context.ts'
import { groupText } from '../../group-text.ts'
import { useGroupName } from '../../use-group-name.ts'

/** Somebody else saved first. Both versions are shown, and for each part one decides which stays: nothing is lost by itself. */
export function ConflictHost() {
  const state = useDraft((draft) => draft.state)
  return state.is === 'conflict' ? (
    <ConflictDialog key={state.conflict.theirs.version} conflict={state.conflict} />
  ) : null
}

function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const t = useT('bot')
  const { store } = useEditor()
  const [choices, setChoices] = useState<Choices>(() => firstChoices(conflict))
  const all = (choice: Choice) => setChoices(Object.fromEntries(conflict.groups.map(({ group }) => [group, choice])))
  return (
    <Dialog
      open
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.text', { time: formatTime(fromSeconds(conflict.theirs.update_time)) })}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={() => all('mine')}>{t('conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')} className="mr-auto">
            {t('conflict.allTheirs')}
          </Button>
          <Button kind="solid" onClick={() => void store.resolve(choices)}>
            {t('conflict.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {conflict.groups.map((group) => (
          <GroupChoice
            key={group.group}
            entry={group}
            value={choices[group.group] ?? 'mine'}
            onChange={(choice) => setChoices({ ...choices, [group.group]: choice })}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface GroupChoiceProps {
  entry: ConflictGroup
  value: Choice
  onChange: (choice: Choice) => void
}

function GroupChoice({ entry, value, onChange }: GroupChoiceProps) {
  const t = useT('bot')
  const nameOf = useGroupName()
  const name = nameOf(entry.group)
  return (
    <section aria-label={name} className="border-b border-line pb-4 last:border-b-0">
      <div className="mb-2 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold">{name}</h3>
          <p className="text-small text-mute">{t(`conflict.by.${entry.by}`)}</p>
        </div>
        <Segmented
          label={t('conflict.which', { name })}
          items={[
            { value: 'mine', label: t('conflict.mine') },
            { value: 'theirs', label: t('conflict.theirs') },
          ]}
          value={value}
          onChange={onChange}
        />
      </div>
      <TextDiff before={groupText(entry.group, entry.theirs)} after={groupText(entry.group, entry.mine)} />
    </section>
  )
}
