import { platformName } from '#lib/title.ts'

/** The product's mark: a body and its orbit. */
export function Mark({ size = 32, label = platformName }: { size?: number; label?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={label} className="shrink-0">
      <rect width="32" height="32" rx="7" className="fill-brand-solid" />
      <path d="M20.4 9.3A9.8 4.7 -34 1 0 24.2 13.7" fill="none" stroke="#fff" strokeWidth="1.9" />
      <circle cx="16" cy="16" r="3" fill="#fff" />
      <circle cx="23.8" cy="10.2" r="1.6" fill="#fff" />
    </svg>
  )
}
