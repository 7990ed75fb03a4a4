import type { interfaceIcons } from '@orrery/contract/shared/interface-limits'
import {
  Bell,
  Calendar,
  ChartColumn,
  Check,
  Clock,
  File,
  Heart,
  House,
  Image,
  Info,
  Mail,
  MapPin,
  Phone,
  Search,
  Settings,
  ShoppingCart,
  Star,
  TriangleAlert,
  User,
  Users,
} from 'lucide-react'
import { Icon, type IconType } from '#ui/icon.tsx'

const icons = {
  star: Star,
  heart: Heart,
  check: Check,
  info: Info,
  warning: TriangleAlert,
  bell: Bell,
  calendar: Calendar,
  clock: Clock,
  user: User,
  users: Users,
  home: House,
  search: Search,
  mail: Mail,
  phone: Phone,
  map: MapPin,
  cart: ShoppingCart,
  file: File,
  image: Image,
  chart: ChartColumn,
  settings: Settings,
} satisfies Record<(typeof interfaceIcons)[number], IconType>

interface ShownIconProps {
  name: string
  /** Label for screen readers; without one the icon is decorative. */
  label: string
  size: number
  className?: string | undefined
}

export function ShownIcon({ name, label, size, className }: ShownIconProps) {
  const found = Object.hasOwn(icons, name) ? icons[name as keyof typeof icons] : Star
  return (
    <span className={className} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <Icon of={found} size={Math.min(96, Math.max(12, size))} />
    </span>
  )
}
