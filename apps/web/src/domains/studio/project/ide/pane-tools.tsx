import { Columns2, Maximize, Minimize, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useIde } from './ide-context.ts'
import type { PaneIndex } from './tab-list.ts'
import { useSplit } from './use-split.ts'

/** Buttons after the tabs: reload, split view, full screen. */
export function PaneTools({ pane, onReload }: { pane: PaneIndex; onReload: () => void }) {
  const t = useT('project')
  const { lists } = useIde()
  const split = useSplit()
  const [isFull, toggleFull] = useFullScreen()
  return (
    <div className="flex shrink-0 items-center gap-0.5 px-2">
      <IconButton icon={RefreshCw} label={t('tab.reload')} onClick={onReload} />
      {(pane === 0 || lists[1].length === 0) && (
        <IconButton
          icon={Columns2}
          label={split.isOn ? t('split.off') : t('split.on')}
          keys="mod+\"
          pressed={split.isOn}
          disabled={!split.isPossible}
          onClick={split.toggle}
        />
      )}
      {(pane === 1 || lists[1].length === 0) && (
        <IconButton
          icon={isFull ? Minimize : Maximize}
          label={t(isFull ? 'full.off' : 'full.on')}
          onClick={toggleFull}
        />
      )}
    </div>
  )
}

/** Full screen mode of the browser; a refused request is ignored. */
function useFullScreen(): [boolean, () => void] {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
  return [isFull, toggle]
}
