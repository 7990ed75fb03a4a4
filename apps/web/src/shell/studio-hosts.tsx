import { lazy, Suspense } from 'react'
import { useKeys } from '#lib/keys.ts'
import { type StudioDialog, studioDialogs } from '#lib/studio-dialogs.ts'
import { createTeam } from './create-team.ts'
import { palette, shortcutSheet } from './palette-state.ts'

const Palette = lazy(() => import('./palette/palette.tsx').then((module) => ({ default: module.Palette })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })))
const CreateTeamDialog = lazy(() =>
  import('./create-team-dialog.tsx').then((module) => ({ default: module.CreateTeamDialog })),
)

/** Dialogs of the whole studio, each fetched when it is first opened. */
export function StudioHosts() {
  useKeys('mod+k', () => palette.set(!palette.current()))
  useKeys('?', () => shortcutSheet.set(true))
  const wanted = { palette: palette.use(), shortcuts: shortcutSheet.use(), team: createTeam.use() }
  return (
    <Suspense>
      {wanted.palette && <Palette />}
      {wanted.shortcuts && <ShortcutSheet />}
      {wanted.team && <CreateTeamDialog />}
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
