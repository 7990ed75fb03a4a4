import { lazy, Suspense, useEffect } from 'react'
import { loadOtherTexts } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { type StudioDialog, studioDialogs } from '#lib/studio-dialogs.ts'
import { stepUp } from '#lib/step-up.ts'
import { creatingEnterprise } from '#lib/enterprises.ts'
import { createTeam } from './create-team.ts'
import { hasPalette, palette, shortcutSheet } from '#lib/palette-state.ts'

const Palette = lazy(async () => {
  // Pages can be found by their names in both languages.
  const [module] = await Promise.all([import('./palette/palette.tsx'), loadOtherTexts('shell')])
  return { default: module.Palette }
})
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })))
const CreateTeamDialog = lazy(() =>
  import('./create-team-dialog.tsx').then((module) => ({ default: module.CreateTeamDialog })),
)

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })))
const CreateEnterpriseDialog = lazy(() =>
  import('#domains/enterprise/enterprise/index.ts').then((module) => ({ default: module.CreateEnterpriseDialog })),
)

/** Dialogs of the whole studio, each loaded when it is first opened. */
export function StudioHosts() {
  useEffect(() => {
    hasPalette.set(true)
    return () => hasPalette.set(false)
  }, [])
  useKeys('mod+k', () => palette.set(!palette.current()))
  useKeys('?', () => shortcutSheet.set(true))
  const wanted = {
    palette: palette.use(),
    shortcuts: shortcutSheet.use(),
    team: createTeam.use(),
    enterprise: creatingEnterprise.use(),
    proof: stepUp.use(),
  }
  return (
    <Suspense>
      {wanted.palette && <Palette />}
      {wanted.shortcuts && <ShortcutSheet />}
      {wanted.team && <CreateTeamDialog />}
      {wanted.proof && <StepUpDialog />}
      {wanted.enterprise && <CreateEnterpriseDialog />}
      {studioDialogs.use().map((dialog) => (
        <Opened key={dialog.id} dialog={dialog} />
      ))}
    </Suspense>
  )
}

function Opened({ dialog }: { dialog: StudioDialog }) {
  // oxlint-disable-next-line react/hooks -- a dialog keeps its hook as long as it is registered
  return dialog.useOpen() ? <dialog.Content /> : null
}
