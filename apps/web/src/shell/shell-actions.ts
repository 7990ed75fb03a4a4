import { createActions } from '#lib/create-actions.ts'
import { mayCreateTeam } from '#lib/feature-flags.ts'
import { textOf } from '#lib/i18n.ts'
import { createTeam } from './create-team.ts'

/** Registers the create actions of the shell itself. */
export function addShellActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'team',
    kind: 'other',
    label: () => t('create.team'),
    description: () => t('create.teamText'),
    may: mayCreateTeam,
    open: () => createTeam.set(true),
  })
}
