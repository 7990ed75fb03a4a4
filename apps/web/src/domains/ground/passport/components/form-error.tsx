import { CircleAlert } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'

/** The error of the whole form, above the button. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className="mb-3 flex gap-1.5 text-small text-err">
          <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
          <span className="min-w-0">{text}</span>
        </p>
      )}
    </div>
  )
}
