import { Tooltip as Base } from '@base-ui/react/tooltip'
import { KeyCap } from './key-cap.tsx'
import { sharedTooltip } from './tooltip.tsx'

/** Renders the shared tooltip once, near the root. A separate file, so that the first page loads no popups. */
export function TooltipHost() {
  return (
    <Base.Root handle={sharedTooltip}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-tooltip">
            <Base.Popup className="pop-motion flex max-w-72 items-center gap-2 rounded-md bg-tip px-2 py-1 text-small text-white shadow-float">
              <span className="min-w-0 wrap-anywhere">{payload?.text}</span>
              {payload?.keys && <KeyCap keys={payload.keys} plain />}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  )
}
