import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'

/** A button of a list row, visible while the row is hovered or focused. The row is a `group/line`. */
export function RowButton(props: IconButtonProps) {
  return (
    <span className="flex opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
      <IconButton size="sm" kind="quiet" {...props} />
    </span>
  )
}
