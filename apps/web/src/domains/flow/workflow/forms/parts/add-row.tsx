import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'

interface AddRowProps {
  label: string
  onAdd: () => void
  disabled?: boolean
}

/** The button below the last row that adds a row. */
export function AddRow({ label, onAdd, disabled }: AddRowProps) {
  if (disabled) return null
  return (
    <Button kind="ghost" size="xs" icon={Plus} onClick={onAdd} className="self-start">
      {label}
    </Button>
  )
}
