import type { ManagedProvider } from '@orrery/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { manageApi, refreshModels, type Scope, teamsQuery } from '../model.queries.ts'

interface ShareDialogProps {
  scope: Scope
  provider: ManagedProvider
  onClose: () => void
}

/** Chooses the teams that may use the models of a provider. The key is not shared. */
export function ShareDialog({ scope, provider, onClose }: ShareDialogProps) {
  const t = useT('model')
  const [isForEveryone, setForEveryone] = useState(provider.for_everyone)
  const [chosen, setChosen] = useState<readonly Team[]>(provider.shared_with)
  const { calls, base } = manageApi(scope)
  const save = useMutation({
    mutationFn: async () => {
      const space_ids = isForEveryone ? [] : chosen.map(({ id }) => id)
      await calls.share({ ...base, provider_id: provider.id, for_everyone: isForEveryone, space_ids })
      await refreshModels()
    },
    onSuccess: onClose,
  })
  const teams = <TeamList scope={scope} chosen={chosen} onChange={setChosen} />
  return (
    <FormDialog
      size="md"
      title={t('share.title', { name: provider.name })}
      description={t('share.text')}
      isReady
      call={save}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {scope ? (
        teams
      ) : (
        <RadioGroup
          label={t('share.who')}
          value={isForEveryone ? 'everyone' : 'teams'}
          onChange={(next) => setForEveryone(next === 'everyone')}
          items={[
            { value: 'everyone', label: t('share.everyone'), description: t('share.everyone.text') },
            { value: 'teams', label: t('share.teams'), description: t('share.teams.text'), settings: teams },
          ]}
        />
      )}
    </FormDialog>
  )
}

type Team = ManagedProvider['shared_with'][number]
interface TeamListProps {
  scope: Scope
  chosen: readonly Team[]
  onChange: (teams: readonly Team[]) => void
}

/** Teams by name. Selected ones stay visible during a search. */
function TeamList({ scope, chosen, onChange }: TeamListProps) {
  const t = useT('model')
  const [word, setWord] = useState('')
  const { data } = useQuery(teamsQuery(scope, word))
  const others = (data?.teams ?? []).filter(({ id }) => !chosen.some((team) => team.id === id))
  const isChosen = (team: Team) => chosen.includes(team)
  return (
    <div className="flex flex-col gap-2">
      <SearchInput value={word} onChange={setWord} placeholder={t('share.search')} />
      <div role="group" aria-label={t('share.teams')} className="flex max-h-60 flex-col gap-2 overflow-y-auto py-1">
        {[...chosen, ...others].map((team) => (
          <Checkbox
            key={team.id}
            checked={isChosen(team)}
            onChange={(on) => onChange(on ? [...chosen, team] : chosen.filter(({ id }) => id !== team.id))}
          >
            {team.name}
          </Checkbox>
        ))}
        {data && chosen.length + others.length === 0 && (
          <p className="text-small text-mute">{t(word ? 'share.noMatch' : 'share.noTeams')}</p>
        )}
      </div>
    </div>
  )
}
