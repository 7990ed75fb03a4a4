import { cn } from '#lib/class-names.ts'

const colours: Record<string, string> = {
  GET: 'text-info',
  POST: 'text-ok',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-err',
}

/** The HTTP method of a call. In a column all tags are as wide as the longest. */
export function MethodTag({ method, className }: { method: string; className?: string }) {
  return (
    <code className={cn('shrink-0 text-code-caption font-semibold', colours[method] ?? 'text-mute', className)}>
      {method === 'DELETE' ? 'DEL' : method}
    </code>
  )
}
