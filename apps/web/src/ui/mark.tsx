import { useBrand } from '#lib/brand.ts'

interface MarkProps {
  size?: number
  label?: string
  /** Replaces the logo of the instance. */
  logo?: string
}

/** The logo of the instance; without one the mark of the product: a body and its orbit. */
export function Mark({ size = 32, label, logo }: MarkProps) {
  const brand = useBrand()
  const name = label ?? brand.name
  const src = logo ?? brand.logo_url
  if (src) return <img src={src} alt={name} width={size} height={size} className="shrink-0 rounded-md object-cover" />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={name} className="shrink-0">
      <rect width="32" height="32" rx="7" className="fill-brand-solid" />
      <path d="M20.4 9.3A9.8 4.7 -34 1 0 24.2 13.7" fill="none" stroke="#fff" strokeWidth="1.9" />
      <circle cx="16" cy="16" r="3" fill="#fff" />
      <circle cx="23.8" cy="10.2" r="1.6" fill="#fff" />
    </svg>
  )
}
